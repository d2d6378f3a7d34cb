! The derivatives of intrinsic functions that Fortran itself does not have.
!
! adc_digamma(x) is the logarithmic derivative of the gamma function, psi(x) = gamma'(x)/gamma(x), for real32 and
! real64. The code that adc generates for gamma and log_gamma uses it; no other generated code needs this file.
!
! Source: M. Abramowitz, I. A. Stegun (ed.), Handbook of Mathematical Functions, section 6.3:
!    reflection          psi(x) = psi(1 - x) - pi/tan(pi x)                          (6.3.7)
!    recurrence          psi(x) = psi(x + 1) - 1/x                                   (6.3.5)
!    asymptotic series   psi(x) = log(x) - 1/(2x) - sum B(2k)/(2k x**(2k))           (6.3.18)
! and, so that the digits do not cancel near the positive zero x0 = 1.4616..., the Taylor series there, whose
! coefficients are psi's derivatives (-1)**(k+1) zeta(k + 1, x0) (6.4.10), to 20 digits. Accurate to a few units of the
! last place for positive x; for negative x to a few units of the larger term of the reflection. At the poles
! 0, -1, -2, ... the result is a NaN, as the function has none there.

module adc_special
   use, intrinsic :: iso_fortran_env, only: real32, real64
   implicit none
   private
   public :: adc_digamma

   interface adc_digamma
      module procedure digamma4, digamma8
   end interface adc_digamma

   ! The zero in two parts: the first is exact in double precision, the second is the rest.
   real(real64), parameter :: x0 = 1.4616321449683622_real64, x0_rest = 9.549995429965697715e-17_real64
   real(real64), parameter :: taylor(22) = [ &
      0.96767224544762117043_real64, -0.44276316898359210609_real64, &
      0.25849976095565101062_real64, -0.1639427054424065275_real64, &
      0.10782405069126236576_real64, -0.072199561256454710926_real64, &
      0.048804288164143107225_real64, -0.033161126474847359292_real64, &
      0.02259764823221810466_real64, -0.015424765904948959139_real64, &
      0.010538791616612175388_real64, -0.007204534386356868241_real64, &
      0.0049267813957298534464_real64, -0.0033698016554393280828_real64, &
      0.0023051263267349278369_real64, -0.0015769367714301972593_real64, &
      0.0010788252019162965807_real64, -0.00073807093899600512957_real64, &
      0.00050495326583460203518_real64, -0.00034546802510630769956_real64, &
      0.00023635601564027052792_real64, -0.00016170622091974803449_real64]
   ! B(2k)/(2k)
   real(real64), parameter :: bernoulli(8) = [ &
      1.0_real64/12, -1.0_real64/120, 1.0_real64/252, -1.0_real64/240, 1.0_real64/132, -691.0_real64/32760, &
      1.0_real64/12, -3617.0_real64/8160]
   real(real64), parameter :: pi = 3.14159265358979323846_real64
   ! From here on the series has all digits: its first term left out is below 1e-17.
   real(real64), parameter :: large = 10.0_real64

contains

   elemental function digamma4(x) result(psi)
      real(real32), intent(in) :: x
      real(real32) :: psi
      psi = real(digamma8(real(x, real64)), real32)
   end function digamma4

   elemental function digamma8(x) result(psi)
      real(real64), intent(in) :: x
      real(real64) :: psi
      real(real64) :: fraction
      if (x > 0.0_real64) then
         psi = positive(x)
      else
         fraction = x - anint(x)
         if (abs(fraction) > 0.0_real64) then
            psi = positive(1.0_real64 - x) - pi/tan(pi*fraction)
         else
            ! a pole; and a NaN stays one
            psi = sqrt(-1.0_real64 - abs(fraction))
         end if
      end if
   end function digamma8

   elemental function positive(x) result(psi)
      real(real64), intent(in) :: x
      real(real64) :: psi
      real(real64) :: y, shift, square
      integer :: k
      if (abs(x - x0) < 0.25_real64) then
         y = (x - x0) - x0_rest
         psi = 0.0_real64
         do k = size(taylor), 1, -1
            psi = (psi + taylor(k))*y
         end do
         return
      end if
      y = x
      shift = 0.0_real64
      do while (y < large)
         shift = shift + 1.0_real64/y
         y = y + 1.0_real64
      end do
      square = 1.0_real64/(y*y)
      psi = 0.0_real64
      do k = size(bernoulli), 1, -1
         psi = (psi + bernoulli(k))*square
      end do
      psi = log(y) - 0.5_real64/y - psi - shift
   end function positive

end module adc_special
