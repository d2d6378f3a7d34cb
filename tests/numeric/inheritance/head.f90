! Extended types: an abstract one with deferred and overridden bindings, polymorphic arguments, SELECT TYPE, the parent as a component and as an argument.
! head: head(y)/(x)
! module shapes
! arg x real8(3)
! arg y real8
module shapes
  implicit none
  type :: shape_data
    real(8) :: scale = 1
    integer :: n = 2
  end type
  type, abstract, extends(shape_data) :: shape
  contains
    procedure(area_of), deferred :: area
    procedure :: cost => shape_cost
    procedure :: grow
    procedure :: cost_again
  end type
  abstract interface
    function area_of(self, t) result(a)
      import shape
      class(shape), intent(in) :: self
      real(8), intent(in) :: t
      real(8) :: a
    end function
  end interface
  type, extends(shape) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape) :: rectangle
    real(8) :: a, b
  contains
    procedure :: area => rectangle_area
    procedure :: cost => rectangle_cost
  end type
contains
  function shape_cost(self, t) result(c)
    class(shape), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: c
    c = self%scale*self%area(t)**2
  end function
  function rectangle_cost(self, t) result(c)
    class(rectangle), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: c
    c = 2*self%scale*self%area(t) + t + self%cost_again(t)
  end function
  function cost_again(self, t) result(c)
    class(shape), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: c
    c = sin(self%scale)*t
  end function
  function scale_of(s)
    type(shape_data), intent(in) :: s
    real(8) :: scale_of
    scale_of = s%scale**2
  end function
  subroutine grow(self, by)
    class(shape), intent(inout) :: self
    real(8), intent(in) :: by
    self%scale = self%scale*by
    select type (self)
    type is (circle)
      self%r = self%r*by
    class is (rectangle)
      self%a = self%a + by
    end select
  end subroutine
  function circle_area(self, t) result(a)
    class(circle), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: a
    a = 3*self%r**2 + t
  end function
  function rectangle_area(self, t) result(a)
    class(rectangle), intent(in) :: self
    real(8), intent(in) :: t
    real(8) :: a
    a = self%a*self%b*t
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(circle) :: c
    type(rectangle) :: q
    c%r = x(1)
    c%scale = x(2)
    q = rectangle(scale=x(3), a=x(1)*x(2), b=x(2))
    q%shape_data%scale = q%scale*2
    call c%grow(x(3))
    call q%grow(by=x(1))
    y = c%cost(x(1)) + sin(q%cost(x(2)))*total(q, x(3))
  end subroutine
  function kept(d)
    class(shape_data), intent(in) :: d
    real(8) :: kept
    type(shape_data) :: copy
    copy = d
    kept = copy%scale*scale_of(d)
  end function
  function total(s, t)
    class(shape), intent(in) :: s
    real(8), intent(in) :: t
    real(8) :: total
    total = s%area(t) + s%cost(t) + kept(s)
  end function
end module
