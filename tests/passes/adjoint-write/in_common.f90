! An array in COMMON: the adjoint of the call restores each element that it overwrites.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: w(5)
  common /weights/ w
  w = x
  y = x*w(2)
  call advance(y)
end subroutine
subroutine advance(y)
  real(8), intent(inout) :: y
  real(8) :: w(5)
  common /weights/ w
  integer :: i, k
  do k = 1, 3
    do i = 2, 5
      w(i) = w(i)*w(i - 1)
    end do
  end do
  y = y*w(5)
end subroutine
