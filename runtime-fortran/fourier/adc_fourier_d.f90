! Tangents and adjoints of the fast Fourier transforms of FFTPACK in double precision. Programs that call no such
! routine need no such file. It is generated from template/adc_fourier.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. Transforms are linear: a tangent transforms the
! shadow, an adjoint applies the transposed transform, by the routine for the opposite direction. `wsave` is the table
! that the program has computed; its scratch part changes.

module adc_fourier_d
   implicit none
   private
   public :: dfftf_d, dfftf_b, dfftb_d, dfftb_b, zfftf_d, zfftf_b, zfftb_d, zfftb_b

   integer, parameter :: wp = kind(1.0d0)

   external :: dfftf, dfftb, zfftf, zfftb

contains

   ! Coefficients of cosines and sines, all but the constant and, for an even n, the last one, belong to two elements of
   ! the complex transform.
   subroutine scale_pairs(n, factor, r)
      integer, intent(in) :: n
      real(wp), intent(in) :: factor
      real(wp), intent(inout) :: r(*)
      integer :: i
      do i = 2, 2*((n - 1)/2) + 1
         r(i) = factor*r(i)
      end do
   end subroutine scale_pairs

   subroutine dfftf_d(n, r, rd, wsave)
      integer, intent(in) :: n
      real(wp), intent(inout) :: r(*), wsave(*)
      real(wp), intent(inout), optional :: rd(*)
      if (present(rd)) call dfftf(n, rd, wsave)
      call dfftf(n, r, wsave)
   end subroutine dfftf_d

   subroutine dfftf_b(n, r, rb, wsave)
      integer, intent(in) :: n
      real(wp), intent(in) :: r(*)
      real(wp), intent(inout), optional :: rb(*)
      real(wp), intent(inout) :: wsave(*)
      if (.not. present(rb)) return
      call scale_pairs(n, 0.5_wp, rb)
      call dfftb(n, rb, wsave)
   end subroutine dfftf_b

   subroutine dfftb_d(n, r, rd, wsave)
      integer, intent(in) :: n
      real(wp), intent(inout) :: r(*), wsave(*)
      real(wp), intent(inout), optional :: rd(*)
      if (present(rd)) call dfftb(n, rd, wsave)
      call dfftb(n, r, wsave)
   end subroutine dfftb_d

   subroutine dfftb_b(n, r, rb, wsave)
      integer, intent(in) :: n
      real(wp), intent(in) :: r(*)
      real(wp), intent(inout), optional :: rb(*)
      real(wp), intent(inout) :: wsave(*)
      if (.not. present(rb)) return
      call dfftf(n, rb, wsave)
      call scale_pairs(n, 2.0_wp, rb)
   end subroutine dfftb_b

   subroutine zfftf_d(n, c, cd, wsave)
      integer, intent(in) :: n
      complex(wp), intent(inout) :: c(*)
      complex(wp), intent(inout), optional :: cd(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cd)) call zfftf(n, cd, wsave)
      call zfftf(n, c, wsave)
   end subroutine zfftf_d

   subroutine zfftf_b(n, c, cb, wsave)
      integer, intent(in) :: n
      complex(wp), intent(in) :: c(*)
      complex(wp), intent(inout), optional :: cb(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cb)) call zfftb(n, cb, wsave)
   end subroutine zfftf_b

   subroutine zfftb_d(n, c, cd, wsave)
      integer, intent(in) :: n
      complex(wp), intent(inout) :: c(*)
      complex(wp), intent(inout), optional :: cd(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cd)) call zfftb(n, cd, wsave)
      call zfftb(n, c, wsave)
   end subroutine zfftb_d

   subroutine zfftb_b(n, c, cb, wsave)
      integer, intent(in) :: n
      complex(wp), intent(in) :: c(*)
      complex(wp), intent(inout), optional :: cb(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cb)) call zfftf(n, cb, wsave)
   end subroutine zfftb_b

end module adc_fourier_d
