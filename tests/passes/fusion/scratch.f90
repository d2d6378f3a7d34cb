! Iterations that set all that they read run forward and reverse in one loop: nothing stays on the tape between sweeps.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = x(i)
    if (t < 0) t = t*t
    y(i) = y(i) + t*t
  end do
end subroutine
