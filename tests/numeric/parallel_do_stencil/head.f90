! Iterations of the reverse sweep add to the planes of their neighbours: threads wait at the borders of their ranges.
! head: step(v)/(u, c)
! arg n integer 5
! arg m integer 6
! arg c real8
! arg u real8(5, 6)
! arg v real8(5, 6)
! flags -fopenmp
subroutine step(n, m, c, u, v)
   implicit none
   integer, intent(in) :: n, m
   real(8), intent(in) :: c, u(n, m)
   real(8), intent(out) :: v(n, m)
   real(8) :: d
   integer :: i, j
   v = u
!$omp parallel do private(i, d) shared(n, m, c, u, v) default(none)
   do j = 2, m - 1
      do i = 2, n - 1
         d = u(i + 1, j) + u(i - 1, j) + u(i, j + 1) + u(i, j - 1) - 4*u(i, j)
         v(i, j) = u(i, j) + c*d*u(i, j)
      end do
   end do
!$omp end parallel do
end subroutine step
