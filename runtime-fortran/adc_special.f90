! The derivatives of intrinsic functions that Fortran itself does not have.
!
! adc_digamma(x) is the logarithmic derivative of the gamma function, psi(x) = gamma'(x)/gamma(x), and
! adc_polygamma(n, x) is the n-th derivative of psi, for real32 and real64. The code that adc generates for gamma and
! log_gamma uses the first, and its derivatives the second; no other generated code needs this file.
!
! Source: M. Abramowitz, I. A. Stegun (ed.), Handbook of Mathematical Functions, section 6.3:
!    reflection          psi(x) = psi(1 - x) - pi/tan(pi x)                          (6.3.7)
!    recurrence          psi(x) = psi(x + 1) - 1/x                                   (6.3.5)
!    asymptotic series   psi(x) = log(x) - 1/(2x) - sum B(2k)/(2k x**(2k))           (6.3.18)
! and, so that the digits do not cancel near the positive zero x0 = 1.4616..., the Taylor series there, whose
! coefficients are psi's derivatives (-1)**(k+1) zeta(k + 1, x0) (6.4.10), to 20 digits. Accurate to a few units of the
! last place for positive x; for negative x to a few units of the larger term of the reflection.
!
! The derivatives of psi use those of the same formulas (6.4.7, 6.4.6, 6.4.11), without a Taylor series. At the poles
! 0, -1, -2, ... the result is a NaN, as the function has none there.

module adc_special
   use, intrinsic :: iso_fortran_env, only: real32, real64
   implicit none
   private
   public :: adc_digamma, adc_polygamma

   interface adc_digamma
      module procedure digamma4, digamma8
   end interface adc_digamma

   interface adc_polygamma
      module procedure polygamma4, polygamma8
   end interface adc_polygamma

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

   elemental function polygamma4(n, x) result(psi)
      integer, intent(in) :: n
      real(real32), intent(in) :: x
      real(real32) :: psi
      psi = real(polygamma8(n, real(x, real64)), real32)
   end function polygamma4

   elemental function polygamma8(n, x) result(psi)
      integer, intent(in) :: n
      real(real64), intent(in) :: x
      real(real64) :: psi
      real(real64) :: fraction
      if (n == 0) then
         psi = digamma8(x)
      else if (x > 0.0_real64) then
         psi = positive_order(n, x)
      else
         fraction = x - anint(x)
         if (abs(fraction) > 0.0_real64) then
            psi = (-1)**n*positive_order(n, 1.0_real64 - x) - pi*cotangent(n, fraction)
         else
            psi = sqrt(-1.0_real64 - abs(fraction))
         end if
      end if
   end function polygamma8

   elemental function positive_order(n, x) result(psi)
      integer, intent(in) :: n
      real(real64), intent(in) :: x
      real(real64) :: psi
      real(real64) :: y, shift, factorial
      integer :: j, k
      y = x
      shift = 0.0_real64
      do while (y < large + 2*n)
         shift = shift + 1.0_real64/y**(n + 1)
         y = y + 1.0_real64
      end do
      ! (n - 1)!
      factorial = 1.0_real64
      do j = 2, n - 1
         factorial = factorial*j
      end do
      psi = 0.0_real64
      do k = size(bernoulli), 1, -1
         psi = psi + bernoulli(k)*rising(2*k, n)/y**(2*k)
      end do
      psi = (factorial + n*factorial/(2.0_real64*y) + psi)/y**n + n*factorial*shift
      if (mod(n, 2) == 0) psi = -psi
   end function positive_order

   ! k (k + 1) ... (k + n - 1)
   elemental function rising(k, n) result(product)
      integer, intent(in) :: k, n
      real(real64) :: product
      integer :: j
      product = 1.0_real64
      do j = k, k + n - 1
         product = product*j
      end do
   end function rising

   ! The n-th derivative of cot(pi x): a polynomial of c = cot(pi x), with c' = -pi (1 + c**2).
   elemental function cotangent(n, x) result(value)
      integer, intent(in) :: n
      real(real64), intent(in) :: x
      real(real64) :: value
      real(real64) :: p(0:n + 1), slope(0:n + 1), c
      integer :: j, k
      p = 0.0_real64
      p(1) = 1.0_real64
      do j = 1, n
         slope = 0.0_real64
         do k = 1, j
            slope(k - 1) = -pi*k*p(k)
         end do
         p = slope
         p(2:) = p(2:) + slope(:n - 1)
      end do
      c = 1.0_real64/tan(pi*x)
      value = 0.0_real64
      do k = n + 1, 0, -1
         value = value*c + p(k)
      end do
   end function cotangent

end module adc_special
