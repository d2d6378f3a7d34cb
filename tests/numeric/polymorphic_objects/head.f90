! Objects of unknown type that carry derivatives: allocated with a type, with SOURCE= and by assignment, changed by what is bound to them, in an array of holders' place.
! head: head(y)/(x)
! module elements
! arg kind integer 2
! arg x real8(3)
! arg y real8(3)
module elements
  implicit none
  type, abstract :: element
    real(8) :: length = 1
  contains
    procedure(force_of), deferred :: force
    procedure :: stretch
  end type
  abstract interface
    function force_of(this, u) result(f)
      import element
      class(element), intent(in) :: this
      real(8), intent(in) :: u
      real(8) :: f
    end function
  end interface
  type, extends(element) :: spring
    real(8) :: k = 2
  contains
    procedure :: force => spring_force
  end type
  type, extends(element) :: cable
    real(8) :: w(2) = [0.5d0, 0.25d0]
    integer :: n = 1
  contains
    procedure :: force => cable_force
    procedure :: stretch => cable_stretch
  end type
contains
  function spring_force(this, u) result(f)
    class(spring), intent(in) :: this
    real(8), intent(in) :: u
    real(8) :: f
    f = this%k*(u - this%length)**2
  end function
  function cable_force(this, u) result(f)
    class(cable), intent(in) :: this
    real(8), intent(in) :: u
    real(8) :: f
    f = sin(this%w(1)*u)*this%length + this%w(2)*u**2
  end function
  subroutine stretch(this, by)
    class(element), intent(inout) :: this
    real(8), intent(in) :: by
    this%length = this%length*by
  end subroutine
  subroutine cable_stretch(this, by)
    class(cable), intent(inout) :: this
    real(8), intent(in) :: by
    this%w = this%w*by
    this%length = this%length + by**2
  end subroutine
  subroutine set(e, a)
    class(element), intent(inout) :: e
    real(8), intent(in) :: a
    e%length = a
    select type (e)
    type is (spring)
      e%k = a**2
    class is (cable)
      e%w(2) = e%w(1)*a
      e%n = 3
    end select
  end subroutine
  subroutine make(kind, a, e)
    integer, intent(in) :: kind
    real(8), intent(in) :: a
    class(element), allocatable, intent(inout) :: e
    if (allocated(e)) deallocate (e)
    if (kind == 1) then
      allocate (spring :: e)
    else
      allocate (cable :: e)
    end if
    call set(e, a)
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    class(element), allocatable :: a, b, c
    type(spring) :: s
    integer :: i
    allocate (cable :: a)
    call set(a, x(1))
    y(1) = a%force(x(2))
    call make(kind, x(1)*x(2), b)
    do i = 1, 3
      call b%stretch(x(3))
      y(1) = y(1) + b%force(y(1))*b%length
    end do
    call make(3 - kind, x(3), b)
    y(2) = b%force(x(1))
    s = spring(length=x(2), k=x(1))
    allocate (c, source=s)
    call c%stretch(x(1))
    y(2) = y(2)*c%force(x(3))
    c = b
    call c%stretch(x(2))
    y(3) = c%force(x(1)) + b%force(x(2))
  end subroutine
end module
