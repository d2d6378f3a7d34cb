! Private variables with the names of the intrinsic functions that the constant for default kinds calls, in a module that is written again.
! head: f(y)/(x)
! arg x real8(4)
! arg n integer 4
! arg y real8
! before n 3
module m
  implicit none
  private
  public :: step, reset
  real(8) :: merge = 1d0, kind = 0.5d0
contains
  subroutine reset()
    merge = 1d0
    kind = 0.5d0
  end subroutine
  subroutine step(n, a, x)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: x
    integer :: i
    x = merge + kind
    do i = 1, n
      x = x + a(i)*sin(x)
      if (x > 10) exit
    end do
    merge = merge + x
    kind = kind*x
  end subroutine
end module
subroutine f(x, n, y)
  use m
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  call reset()
  call step(n, x, t)
  call step(n, x, y)
  y = y**2*t
end subroutine
