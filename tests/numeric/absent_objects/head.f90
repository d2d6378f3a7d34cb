! Objects of unknown type that may not exist where their parts are recorded: arguments and components.
! head: head(y)/(x)
! module elements
! arg x real8(3)
! arg y real8(2)
module elements
  implicit none
  type, abstract :: element
    real(8) :: a = 1
  contains
    procedure(apply_i), deferred :: apply
  end type
  abstract interface
    subroutine apply_i(this, u)
      import element
      class(element), intent(inout) :: this
      real(8), intent(inout) :: u
    end subroutine
  end interface
  type, extends(element) :: spring
    real(8) :: k = 2
  contains
    procedure :: apply => spring_apply
  end type
  type, extends(element) :: cable
    real(8) :: w(2) = 1
    integer :: m = 0
  contains
    procedure :: apply => cable_apply
  end type
  type holder
    class(element), allocatable :: p
  end type
contains
  subroutine spring_apply(this, u)
    class(spring), intent(inout) :: this
    real(8), intent(inout) :: u
    u = u*this%k + this%a**2
    this%a = this%a*u
  end subroutine
  subroutine cable_apply(this, u)
    class(cable), intent(inout) :: this
    real(8), intent(inout) :: u
    u = sin(this%w(1)*u)*this%a + this%w(2)*u**2
    this%w(2) = this%w(2)*u
    this%m = this%m + 1
  end subroutine
  subroutine step(o, h, x, y)
    class(element), allocatable, intent(inout) :: o
    type(holder), intent(inout) :: h
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    if (allocated(o)) call o%apply(y)
    if (allocated(h%p)) call h%p%apply(y)
    if (y > 0 .and. .not. allocated(o)) then
      allocate (spring :: o)
      o%a = x*y
    end if
    if (.not. allocated(h%p)) allocate (cable :: h%p)
    h%p%a = h%p%a*x
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    class(element), allocatable :: o, q
    type(holder) :: h, g
    y = x(1:2)
    call step(o, h, x(1), y(1))
    call step(o, h, x(2), y(1))
    call step(o, h, x(3), y(2))
    g = h
    if (y(1) > 1d9) allocate (spring :: q)
    call step(q, g, x(2), y(1))
    if (allocated(q)) y(1) = y(1)*q%a
    y(1) = y(1)*o%a*g%p%a
  end subroutine
end module
