! The bound of a loop is evaluated once.
! head: f(y)/(x)
subroutine f(x, y)
  use omp_lib, only: omp_get_num_procs
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, omp_get_num_procs()
    y = y*sin(x)
  end do
end subroutine
