! Types of different modules that extend one, private ones too: the procedure that asks for the type stands beside the modules, as the module of the first type calls it.
! head: head(y)/(x)
! module model
! arg kind integer 2
! arg x real8(3)
! arg y real8
module base
  implicit none
  private
  integer, parameter, public :: wp = kind(1d0)
  type, abstract, public :: law
    real(wp) :: a = 1
  contains
    procedure(value_of), deferred :: value
    procedure :: twice
  end type
  abstract interface
    function value_of(this, n, x) result(y)
      import law, wp
      class(law), intent(in) :: this
      integer, intent(in) :: n
      real(wp), intent(in) :: x(n)
      real(wp) :: y
    end function
  end interface
contains
  function twice(this, x) result(y)
    class(law), intent(in) :: this
    real(wp), intent(in) :: x(:)
    real(wp) :: y
    y = 2*this%value(size(x), x)
  end function
end module
module linear_law
  use base
  implicit none
  private
  type, public, extends(law) :: linear
    real(wp) :: b = 3
  contains
    procedure :: value => linear_value
  end type
contains
  function linear_value(this, n, x) result(y)
    class(linear), intent(in) :: this
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp) :: y
    y = this%a*sum(x) + this%b
  end function
end module
module square_law
  use base, only: law, wp
  implicit none
  private
  public :: make_square
  type, extends(law) :: square
    real(wp) :: c = 3
  contains
    procedure :: value => square_value
  end type
contains
  function square_value(this, n, x) result(y)
    class(square), intent(in) :: this
    integer, intent(in) :: n
    real(wp), intent(in) :: x(n)
    real(wp) :: y
    y = this%a*sum(x**2) + this%c
  end function
  subroutine make_square(l)
    class(law), allocatable, intent(inout) :: l
    allocate (square :: l)
  end subroutine
end module
module factory
  use linear_law
  use square_law
  use base
contains
  subroutine make(k, l)
    integer, intent(in) :: k
    class(law), allocatable, intent(out) :: l
    if (k == 1) then
      allocate (linear :: l)
    else
      call make_square(l)
    end if
  end subroutine
end module
module model
  use base, only: law, wp
  use factory, only: make
  implicit none
contains
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(wp), intent(in) :: x(3)
    real(wp), intent(out) :: y
    class(law), allocatable :: a, b
    call make(1, a)
    call make(kind, b)
    a%a = x(2)
    y = a%value(3, x) + b%value(2, x) + a%twice(x)*b%twice(x)
  end subroutine
end module
