module numbers
  use omp_lib
  implicit none
contains
  ! threads divide a loop by their numbers
  subroutine hand(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i, tid, nt
!$omp parallel private(tid, nt, i)
    tid = omp_get_thread_num()
    nt = omp_get_num_threads()
    do i = 1 + tid*n/nt, (tid + 1)*n/nt
      y(i) = sin(x(i))*x(i)
    end do
!$omp end parallel
  end subroutine
end module
