! OpenMP directives are dropped: the derivative runs on one thread.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  !$omp parallel do private(t)
  do i = 1, n
    t = x(i)**2
    y(i) = t
  end do
  !$omp end parallel do
  y(1) = 2*y(1)
end subroutine
