! Unchanged: a branch would forbid vector instructions.
! head: f(y)/(x, p)
subroutine f(n, x, p, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(i)**p(i)
  end do
end subroutine
