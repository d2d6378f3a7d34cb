! Objects of unknown type, of which procedures set components without a derivative.
! head: head(y)/(x)
! module elements
! arg x real8(3)
! arg y real8(2)
module elements
  implicit none
  type :: element
    real(8) :: a = 1, b = 1
    integer :: n = 0
  contains
    procedure :: apply
  end type
  type, extends(element) :: cable
    real(8) :: w(2) = [0.5d0, 2.0d0]
    real(8) :: c = 1
    integer :: m = 0
  contains
    procedure :: apply => cable_apply
  end type
contains
  subroutine apply(this, u)
    class(element), intent(inout) :: this
    real(8), intent(inout) :: u
    u = u*this%a*this%b
  end subroutine
  subroutine cable_apply(this, u)
    class(cable), intent(inout) :: this
    real(8), intent(inout) :: u
    u = sin(this%w(1)*u)*this%a + this%w(2)*u**2 + this%c*u
    this%w(2) = this%w(2)*u
    this%m = this%m + 1
  end subroutine
  subroutine reset(this, m)
    class(cable), intent(inout) :: this
    integer, intent(in) :: m
    this%c = 2
    this%m = m
  end subroutine
  subroutine count(this)
    class(element), intent(inout) :: this
    this%n = this%n + 1
  end subroutine
  subroutine set(this)
    class(element), intent(inout) :: this
    this%n = 3
    this%b = 2
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    class(element), allocatable :: e
    integer :: i
    y = x(1)
    do i = 1, 2
      if (allocated(e)) deallocate (e)
      if (i == 1) then
        allocate (e)
      else
        allocate (cable :: e)
      end if
      e%a = x(2)
      select type (e)
      type is (cable)
        e%w(1) = x(3)
        e%c = x(2)
      end select
      call e%apply(y(i))
      call e%apply(y(i))
      select type (e)
      type is (cable)
        call reset(e, 2)
      end select
      call count(e)
      e%b = x(1)
      call e%apply(y(i))
      call set(e)
      y(i) = y(i)*e%a*e%b
    end do
  end subroutine
end module
