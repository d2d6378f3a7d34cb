! Unchanged: an assignment calls the function once in any case.
! head: f(y)/(x)
subroutine f(x, y)
  use omp_lib, only: omp_get_wtime
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: start
  start = 2*omp_get_wtime()
  y = x**2
  if (start > 1) print *, start
end subroutine
