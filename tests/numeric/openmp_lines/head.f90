! Statements behind the sentinel of OpenMP, in the main part and continued, with directives beside them.
! head: head(y)/(x)
! flags -fopenmp
! arg n integer 4
! arg x real8(4)
! arg y real8
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: t
  integer :: i
  !$ integer :: threads
  !$ integer, external :: omp_get_max_threads
  y = 0
  !$omp parallel do private(t) reduction(+:y)
  do i = 1, n
    t = sin(x(i))
!$  t = 2*t + &
!$&     x(i)**2
    y = y + t*t
  end do
  !$omp end parallel do
  !$ threads = omp_get_max_threads()
  !$ if (threads > 0) then
  !$   y = 3*y
  !$ end if
  y = y + x(1) &
  !$  * x(2) &
    & + x(3)
end subroutine head
