! Ozone in a box of sunlit air: nitrogen oxides and one hydrocarbon,
!
!     NO2 + light -> NO + O3          sunlight(t)
!     NO + O3     -> NO2              k(1), faster in warm air
!     HC          -> RO2              k(2), a lumped oxidation
!     RO2 + NO    -> NO2              k(3)
!
! with mixing ratios in ppb and times in minutes. Integrated by the classical Runge-Kutta method.
module chemistry
   implicit none
   integer, parameter :: wp = kind(1.0d0)
   integer, parameter :: steps = 1200
   real(wp), parameter :: dt = 0.25_wp

   type air
      real(wp) :: o3, no, no2, hc, ro2
   end type air

contains

   ! Arrhenius' law: the rate a at 298 K, with activation temperature e.
   function arrhenius(a, e, temperature) result(k)
      real(wp), intent(in) :: a, e, temperature
      real(wp) :: k
      k = a*exp(e*(1.0_wp/298.0_wp - 1.0_wp/temperature))
   end function arrhenius

   ! Photolysis rate of NO2: the sun rises at 0 and sets at 600 minutes, after which it is dark.
   function sunlight(t) result(j)
      real(wp), intent(in) :: t
      real(wp) :: j
      if (t > 0.0_wp .and. t < 600.0_wp) then
         j = 0.5_wp*sin(3.14159265358979_wp*t/600.0_wp)
      else
         j = 0.0_wp
      end if
   end function sunlight

   ! Rates of change dc of the mixture c.
   subroutine tendency(c, k, t, dc)
      type(air), intent(in) :: c
      real(wp), intent(in) :: k(3), t
      type(air), intent(out) :: dc
      real(wp) :: photolysis, titration, oxidation, conversion
      photolysis = sunlight(t)*c%no2
      titration = k(1)*c%no*c%o3
      oxidation = k(2)*c%hc
      conversion = k(3)*c%ro2*c%no
      dc%o3 = photolysis - titration
      dc%no = photolysis - titration - conversion
      dc%no2 = titration + conversion - photolysis
      dc%hc = -oxidation
      dc%ro2 = oxidation - conversion
   end subroutine tendency

   ! s = c + h dc, component by component.
   subroutine shift(c, h, dc, s)
      type(air), intent(in) :: c, dc
      real(wp), intent(in) :: h
      type(air), intent(out) :: s
      s%o3 = c%o3 + h*dc%o3
      s%no = c%no + h*dc%no
      s%no2 = c%no2 + h*dc%no2
      s%hc = c%hc + h*dc%hc
      s%ro2 = c%ro2 + h*dc%ro2
   end subroutine shift

   ! One step of Runge and Kutta, in place.
   subroutine runge_kutta(c, k, t)
      type(air), intent(inout) :: c
      real(wp), intent(in) :: k(3), t
      type(air) :: d1, d2, d3, d4, middle
      call tendency(c, k, t, d1)
      call shift(c, 0.5_wp*dt, d1, middle)
      call tendency(middle, k, t + 0.5_wp*dt, d2)
      call shift(c, 0.5_wp*dt, d2, middle)
      call tendency(middle, k, t + 0.5_wp*dt, d3)
      call shift(c, dt, d3, middle)
      call tendency(middle, k, t + dt, d4)
      c%o3 = c%o3 + dt/6.0_wp*(d1%o3 + 2.0_wp*d2%o3 + 2.0_wp*d3%o3 + d4%o3)
      c%no = c%no + dt/6.0_wp*(d1%no + 2.0_wp*d2%no + 2.0_wp*d3%no + d4%no)
      c%no2 = c%no2 + dt/6.0_wp*(d1%no2 + 2.0_wp*d2%no2 + 2.0_wp*d3%no2 + d4%no2)
      c%hc = c%hc + dt/6.0_wp*(d1%hc + 2.0_wp*d2%hc + 2.0_wp*d3%hc + d4%hc)
      c%ro2 = c%ro2 + dt/6.0_wp*(d1%ro2 + 2.0_wp*d2%ro2 + 2.0_wp*d3%ro2 + d4%ro2)
   end subroutine runge_kutta

   ! What a plant suffers on a morning that starts with the mixture `start`: ozone above 40 ppb, in ppb hours.
   subroutine exposure(start, temperature, dose)
      type(air), intent(in) :: start
      real(wp), intent(in) :: temperature
      real(wp), intent(out) :: dose
      type(air) :: c
      real(wp) :: k(3), t
      integer :: step
      k(1) = arrhenius(0.027_wp, 1400.0_wp, temperature)
      k(2) = arrhenius(0.003_wp, 500.0_wp, temperature)
      k(3) = arrhenius(0.2_wp, -360.0_wp, temperature)
      c = start
      dose = 0.0_wp
      do step = 1, steps
         t = (step - 1)*dt
         call runge_kutta(c, k, t)
         if (c%o3 > 40.0_wp) then
            dose = dose + (c%o3 - 40.0_wp)*dt/60.0_wp
         end if
      end do
   end subroutine exposure
end module chemistry
