! An output of derived type: at each call its arrays are deallocated and its components begin with the values of their type.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  implicit none
  type state
    integer :: n = 0
    real(8) :: c = 2
    real(8), allocatable :: v(:)
  end type
contains
  subroutine create(s, x)
    type(state), intent(out) :: s
    real(8), intent(in) :: x(3)
    s%n = s%n + 3
    s%c = s%c*x(1)
    allocate(s%v(s%n))
    s%v = x*s%c
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(state) :: s
    integer :: i
    y = 1
    do i = 1, 3
      call create(s, x)
      y = y*s%v(i)*s%c
      s%c = y
      s%v = s%v*y
      y = y + sum(s%v)
    end do
  end subroutine
end module
