! adc_digamma against values computed with 60 digits.
program special
   use, intrinsic :: iso_fortran_env, only: real32, real64
   use adc_special, only: adc_digamma
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
   real(real64) :: got(size(x)), pole
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
end program special
