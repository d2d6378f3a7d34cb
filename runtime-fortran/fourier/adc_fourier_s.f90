! Tangents and adjoints of the fast Fourier transforms of FFTPACK in single precision. Programs that call no such
! routine need no such file. It is generated from template/adc_fourier.f90.in.
!
! Shadows are optional arguments: an absent one is zero and never read. Transforms are linear: a tangent transforms the
! shadow, an adjoint applies the transposed transform, by the routine for the opposite direction. `wsave` is the table
! that the program has computed; its scratch part changes.

module adc_fourier_s
   implicit none
   private
   public :: rfftf_d, rfftf_b, rfftb_d, rfftb_b, cfftf_d, cfftf_b, cfftb_d, cfftb_b

   integer, parameter :: wp = kind(1.0)

   external :: rfftf, rfftb, cfftf, cfftb

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

   subroutine rfftf_d(n, r, rd, wsave)
      integer, intent(in) :: n
      real(wp), intent(inout) :: r(*), wsave(*)
      real(wp), intent(inout), optional :: rd(*)
      if (present(rd)) call rfftf(n, rd, wsave)
      call rfftf(n, r, wsave)
   end subroutine rfftf_d

   subroutine rfftf_b(n, r, rb, wsave)
      integer, intent(in) :: n
      real(wp), intent(in) :: r(*)
      real(wp), intent(inout), optional :: rb(*)
      real(wp), intent(inout) :: wsave(*)
      if (.not. present(rb)) return
      call scale_pairs(n, 0.5_wp, rb)
      call rfftb(n, rb, wsave)
   end subroutine rfftf_b

   subroutine rfftb_d(n, r, rd, wsave)
      integer, intent(in) :: n
      real(wp), intent(inout) :: r(*), wsave(*)
      real(wp), intent(inout), optional :: rd(*)
      if (present(rd)) call rfftb(n, rd, wsave)
      call rfftb(n, r, wsave)
   end subroutine rfftb_d

   subroutine rfftb_b(n, r, rb, wsave)
      integer, intent(in) :: n
      real(wp), intent(in) :: r(*)
      real(wp), intent(inout), optional :: rb(*)
      real(wp), intent(inout) :: wsave(*)
      if (.not. present(rb)) return
      call rfftf(n, rb, wsave)
      call scale_pairs(n, 2.0_wp, rb)
   end subroutine rfftb_b

   subroutine cfftf_d(n, c, cd, wsave)
      integer, intent(in) :: n
      complex(wp), intent(inout) :: c(*)
      complex(wp), intent(inout), optional :: cd(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cd)) call cfftf(n, cd, wsave)
      call cfftf(n, c, wsave)
   end subroutine cfftf_d

   subroutine cfftf_b(n, c, cb, wsave)
      integer, intent(in) :: n
      complex(wp), intent(in) :: c(*)
      complex(wp), intent(inout), optional :: cb(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cb)) call cfftb(n, cb, wsave)
   end subroutine cfftf_b

   subroutine cfftb_d(n, c, cd, wsave)
      integer, intent(in) :: n
      complex(wp), intent(inout) :: c(*)
      complex(wp), intent(inout), optional :: cd(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cd)) call cfftb(n, cd, wsave)
      call cfftb(n, c, wsave)
   end subroutine cfftb_d

   subroutine cfftb_b(n, c, cb, wsave)
      integer, intent(in) :: n
      complex(wp), intent(in) :: c(*)
      complex(wp), intent(inout), optional :: cb(*)
      real(wp), intent(inout) :: wsave(*)
      if (present(cb)) call cfftf(n, cb, wsave)
   end subroutine cfftb_b

end module adc_fourier_s
