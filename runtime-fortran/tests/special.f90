! adc_digamma and adc_polygamma against values computed with 60 digits.
program special
   use, intrinsic :: iso_fortran_env, only: real32, real64
   use adc_special, only: adc_digamma, adc_polygamma
   implicit none
   real(real64), parameter :: x(26) = [ &
      1.0e-300_real64, &
      1.0e-08_real64, &
      0.1_real64, &
      0.5_real64, &
      1.0_real64, &
      1.2_real64, &
      1.3_real64, &
      1.4616321449683622_real64, &
      1.46_real64, &
      1.5_real64, &
      1.7_real64, &
      1.9_real64, &
      2.0_real64, &
      3.3_real64, &
      7.7_real64, &
      9.999_real64, &
      10.0_real64, &
      25.5_real64, &
      100000.0_real64, &
      1.0e+17_real64, &
      -0.5_real64, &
      -1.0e-09_real64, &
      -1.3_real64, &
      -2.75_real64, &
      -10.1_real64, &
      -35.4999_real64]
   real(real64), parameter :: psi(26) = [ &
      -9.9999999999999997494e299_real64, &
      -100000000.57721564636_real64, &
      -10.423754940411076232_real64, &
      -1.9635100260214234794_real64, &
      -0.57721566490153286061_real64, &
      -0.28903989659218835183_real64, &
      -0.16919088886679960526_real64, &
      -9.2412655217294275168e-17_real64, &
      -0.0015805619870834521062_real64, &
      0.036489973978576520559_real64, &
      0.20854787487349392145_real64, &
      0.35618416116405965812_real64, &
      0.42278433509846713939_real64, &
      1.0348224890596216863_real64, &
      1.9748820949131018437_real64, &
      2.2516474172057353142_real64, &
      2.2517525890667211076_real64, &
      3.2189424728839197665_real64, &
      11.512920464961895087_real64, &
      39.143946580898776623_real64, &
      0.036489973978576520559_real64, &
      999999999.42278427117_real64, &
      2.8825405488661673038_real64, &
      -1.9590552649779970098_real64, &
      12.03005224854830926_real64, &
      3.5845352671919060965_real64]
   integer, parameter :: order(17) = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 5, 5, 1, 1, 2, 2, 3]
   real(real64), parameter :: at(17) = [ &
      0.1_real64, &
      1.0_real64, &
      1.5_real64, &
      7.75_real64, &
      25.5_real64, &
      100000.0_real64, &
      0.5_real64, &
      3.25_real64, &
      40.0_real64, &
      1.25_real64, &
      0.75_real64, &
      12.5_real64, &
      -0.5_real64, &
      -2.75_real64, &
      -0.75_real64, &
      -10.125_real64, &
      -1.25_real64]
   real(real64), parameter :: derivative(17) = [ &
      101.4332991507927477_real64, &
      1.6449340668482264365_real64, &
      0.93480220054467930942_real64, &
      0.13771379144765566054_real64, &
      0.039994669649562924037_real64, &
      0.000010000050000166666667_real64, &
      -16.828796644234319996_real64, &
      -0.12815694713911512072_real64, &
      -0.00064082027183529858776_real64, &
      2.7821440091883960228_real64, &
      678.75334287457971361_real64, &
      0.000095622715971076443425_real64, &
      8.9348022005446793094_real64, &
      19.433868949488464162_real64, &
      -124.58699919679617959_real64, &
      1022.2855522692185693_real64, &
      1558.2209125348505998_real64]
   real(real64) :: got(size(x)), pole, value(size(at))
   integer :: k
   got = adc_digamma(x)
   do k = 1, size(x)
      if (abs(got(k) - psi(k)) > 8*epsilon(psi)*max(abs(psi(k)), merge(abs(x(k)), 0.0_real64, x(k) < 0))) then
         print *, 'adc_digamma at ', x(k), ': ', got(k), ' instead of ', psi(k)
         error stop 1
      end if
   end do
   if (abs(adc_digamma(2.5_real32) - 0.7031566406452432_real64) > 2*epsilon(1.0_real32)) error stop 2
   do k = 0, 3
      pole = -k
      if (adc_digamma(pole) == adc_digamma(pole)) error stop 3
   end do
   value = adc_polygamma(order, at)
   do k = 1, size(at)
      if (abs(value(k) - derivative(k)) > 32*epsilon(at)*abs(derivative(k))) then
         print *, 'adc_polygamma at ', order(k), at(k), ': ', value(k), ' instead of ', derivative(k)
         error stop 4
      end if
   end do
   if (adc_polygamma(0, 2.5_real64) /= adc_digamma(2.5_real64)) error stop 5
   if (abs(adc_polygamma(1, 2.5_real32) - 0.4903577561002349_real64) > 2*epsilon(1.0_real32)) error stop 6
   pole = -2
   if (adc_polygamma(1, pole) == adc_polygamma(1, pole)) error stop 7
end program special
