! The condition of a branch is evaluated once: the reverse sweep takes the same branch.
! head: f(y)/(x)
subroutine f(x, y)
  use omp_lib, only: omp_get_max_threads
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  if (x < 0) then
    y = 0
  else if (omp_get_max_threads() > 2) then
    y = x**2
  end if
end subroutine
