! Operators and assignments that types bind mean the procedure of the type that an object has; one that is bound in extensions only, too.
! head: head(y)/(x)
! module m
! arg x real8(3) 0.7 1.2 0.4
! arg y real8(6)
module m
  implicit none
  type, abstract :: law
    real(8) :: d = 3
  contains
    procedure(apply_i), deferred :: apply
    procedure(apply_i), deferred :: only
    procedure(after_i), deferred, pass(self) :: after
    procedure(put_i), deferred :: put
    generic :: operator(.at.) => apply, after
    generic :: assignment(=) => put
    generic :: value => apply
  end type law
  abstract interface
    function apply_i(self, v) result(r)
      import :: law
      class(law), intent(in) :: self
      real(8), intent(in) :: v
      real(8) :: r
    end function
    function after_i(k, self) result(r)
      import :: law
      integer, intent(in) :: k
      class(law), intent(in) :: self
      real(8) :: r
    end function
    subroutine put_i(self, v)
      import :: law
      class(law), intent(inout) :: self
      real(8), intent(in) :: v
    end subroutine
  end interface
  type, extends(law) :: linear
  contains
    procedure :: apply => linear_apply
    procedure :: only => linear_only
    procedure, pass(self) :: after => linear_after
    procedure :: put => linear_put
  end type linear
  type, extends(linear) :: square
  contains
    procedure :: apply => square_apply
    procedure, pass(self) :: after => square_after
    procedure :: put => square_put
  end type square
contains
  function linear_apply(self, v) result(r)
    class(linear), intent(in) :: self
    real(8), intent(in) :: v
    real(8) :: r
    r = self%d*v
  end function
  function linear_only(self, v) result(r)
    class(linear), intent(in) :: self
    real(8), intent(in) :: v
    real(8) :: r
    r = sin(self%d*v)
  end function
  function linear_after(k, self) result(r)
    integer, intent(in) :: k
    class(linear), intent(in) :: self
    real(8) :: r
    r = k*self%d
  end function
  subroutine linear_put(self, v)
    class(linear), intent(inout) :: self
    real(8), intent(in) :: v
    self%d = v
  end subroutine
  function square_apply(self, v) result(r)
    class(square), intent(in) :: self
    real(8), intent(in) :: v
    real(8) :: r
    r = self%d*v**2
  end function
  function square_after(k, self) result(r)
    integer, intent(in) :: k
    class(square), intent(in) :: self
    real(8) :: r
    r = self%d**k
  end function
  subroutine square_put(self, v)
    class(square), intent(inout) :: self
    real(8), intent(in) :: v
    self%d = v**2
  end subroutine

  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(6)
    class(law), allocatable :: c
    type(square) :: known
    allocate (square :: c)
    c = x(1)
    y(1) = c .at. x(2)
    y(2) = 3 .at. c
    y(3) = c%only(x(3))
    deallocate (c)
    allocate (linear :: c)
    c = x(1)*x(2)
    y(4) = c .at. x(3)
    y(5) = (2 .at. c)*x(1)
    known%d = x(2)
    y(6) = known%value(x(3))
  end subroutine head
end module m
