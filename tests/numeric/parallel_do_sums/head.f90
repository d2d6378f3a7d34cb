! Adjoints that are added up in a loop that threads share are reductions.
! head: mix(y, z)/(x)
! arg n integer 40
! arg x real8(40)
! arg y real8(40)
! arg z real8(40)
! flags -fopenmp
subroutine mix(n, x, y, z)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n), z(n)
   integer :: i
!$omp parallel
!$omp do
   do i = 1, n
      y(i) = x(i)*x(2) + x(1)
   end do
!$omp end do nowait
!$omp do
   do i = 1, n
      z(i) = x(i)*x(1)**2
   end do
!$omp end do
!$omp end parallel
end subroutine mix
