! A region of loops, and statements that one thread runs between them.
! head: chain(y, s)/(x)
! arg n integer 6
! arg x real8(6)
! arg y real8(6)
! arg s real8
! flags -fopenmp
subroutine chain(n, x, y, s)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n), s
   real(8) :: z(n), t
   integer :: i
   s = 0
!$omp parallel default(shared) private(t, i)
!$omp do schedule(static)
   do i = 1, n
      t = x(i)**2
      z(i) = sin(t)
   end do
!$omp end do
!$omp single
   z(1) = z(1)*z(n)
!$omp end single
!$omp do
   do i = 2, n - 1
      y(i) = z(i - 1)*z(i + 1)
   end do
!$omp end do nowait
!$omp end parallel
   y(1) = z(1)
   y(n) = z(n)
!$omp parallel do reduction(+:s)
   do i = 1, n
      s = s + y(i)**3
   end do
end subroutine chain
