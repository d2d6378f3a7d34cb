! A region in a loop, in which an array expression is passed: its value is allocated in each iteration.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(4)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: w(:)
  integer :: k
  y = x
  allocate (w(4))
  w = 0.7d0
  do k = 1, 2
    !$adc checkpoint-start
    call shift(0.5d0*w, y)
    y = y*x
    !$adc checkpoint-end
  end do
contains
  subroutine shift(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    b = b*b + a
  end subroutine shift
end subroutine head
