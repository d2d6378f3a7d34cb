! A loop in a time loop that overwrites its input: each thread has its records on its own tape, private values, too.
! head: relax(u)/(u)
! arg n integer 6
! arg u real8(4, 6)
! flags -fopenmp
! options --no-opt fusion
subroutine relax(n, u)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: u(4, n)
   real(8) :: w(4), s
   integer :: t, i, k
   do t = 1, 3
!$omp parallel do private(w, s, k)
      do i = 1, n
         s = 0.1d0
         do k = 1, 4
            w(k) = u(k, i)**2
            s = s + w(k)*s
         end do
         do while (s > 1.5d0)
            s = 0.5d0*s
         end do
         do k = 1, 4
            if (u(k, i) > 0.9d0) u(k, i) = sin(u(k, i)) + s*w(k)*u(k, i)
         end do
      end do
   end do
end subroutine relax
