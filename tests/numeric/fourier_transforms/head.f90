! FFTPACK, real and complex: spectra, products of spectra, even and odd lengths, a table that is computed anew, passive data.
!
! head: top(y, z, s)/(x, c)
! link tests/fourier/reference.f90 runtime-fortran/fourier/adc_fourier_d.f90
! tolerance 1e-5 1e-10
! arg x real8(6)
! arg c complex16(5)
! arg y real8(6)
! arg z complex16(5)
! arg s real8
subroutine top(x, c, y, z, s)
   implicit none
   real(8), intent(in) :: x(6)
   complex(8), intent(in) :: c(5)
   real(8), intent(out) :: y(6), s
   complex(8), intent(out) :: z(5)
   real(8) :: table(40), other(40), p(6)
   complex(8) :: w(5)
   integer :: n, i
   s = 0
   z = c
   call zffti(5, other)
   do n = 5, 6
      call dffti(n, table)
      y = x
      call dfftf(n, y, table)
      s = s + sum(y**2)
      ! a derivative in the space of waves
      do i = 2, n - 1, 2
         y(i:i + 1) = [-i*y(i + 1)*x(2), i*y(i)]
      end do
      call dfftb(n, y, table)
      call zfftf(5, z, other)
      z = z**2*0.01d0
      call zfftb(5, z, other)
   end do
   p = 1
   call dfftf(6, p, table)
   y = y*p(1) + x
   call dfftb(6, y, table)
   w = (1, 2)
   call zfftb(5, w, other)
   z = z*w(1)
   call zffti(4, other)
   call zfftf(4, z(2), other)
   s = s + sum(abs(z)**2)
end subroutine top
