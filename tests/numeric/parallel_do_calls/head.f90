! Procedures that a parallel loop calls add to a shadow that all threads see: each thread has a copy of it.
! head: energy(e)/(x, q)
! module bodies
! arg n integer 5
! arg x real8(5)
! arg q real8
! arg e real8
! flags -fopenmp
module bodies
   implicit none
contains
   subroutine force(i, n, x, f)
      integer, intent(in) :: i, n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: f
      integer :: j
      f = 0
      do j = 1, n
         if (j /= i) f = f + 1/(1 + (x(i) - x(j))**2)
      end do
      f = f*f*x(i)
   end subroutine force

   subroutine energy(n, x, q, e)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n), q
      real(8), intent(out) :: e
      real(8) :: f, c
      integer :: i
      e = 0
      c = q*q
!$omp parallel do private(f) firstprivate(c) reduction(+:e) schedule(dynamic, 2) if(n > 4)
      do i = 1, n
         call force(i, n, x, f)
         e = e + c*f*x(i)
      end do
!$omp end parallel do
   end subroutine energy
end module bodies
