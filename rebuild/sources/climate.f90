! Surface mass balance and temperature, from a table of years and the height of the surface.
module climate
  use kinds, only: wp, n
  use constants, only: lapse
  use geometry, only: x, surface, scratch
  implicit none
  integer, parameter :: years = 9
  real(wp), parameter :: warming(years) = [0.0_wp, 0.1_wp, 0.3_wp, 0.2_wp, 0.5_wp, 0.9_wp, 1.2_wp, 1.1_wp, 1.6_wp]
  real(wp) :: air(n), balance(n), melt(n)
contains
  ! Value of the table at a time, between years linear.
  pure real(wp) function anomaly(time)
    real(wp), intent(in) :: time
    real(wp) :: part
    integer :: k
    k = min(int(time/10.0_wp) + 1, years - 1)
    part = time/10.0_wp - real(k - 1, wp)
    anomaly = (1.0_wp - part)*warming(k) + part*warming(k + 1)
  end function anomaly

  subroutine update_climate(time, snow, sensitivity)
    real(wp), intent(in) :: time, snow(n), sensitivity
    real(wp) :: summer, positive
    integer :: i
    ! scratch: the air at sea level, which is the same in all runs
    do i = 1, n
      scratch(i) = 268.0_wp + 2.0e-5_wp*x(i) + anomaly(time)
    end do
    do i = 1, n
      air(i) = scratch(i) - lapse*surface(i)
      summer = air(i) + 9.0_wp - 273.15_wp
      if (summer > 0.0_wp) then
        positive = summer + 0.05_wp*summer**2
      else
        positive = 0.05_wp*exp(summer)
      end if
      melt(i) = sensitivity*positive
      balance(i) = snow(i) - melt(i)
      air(i) = min(air(i), 272.0_wp)
    end do
  end subroutine update_climate
end module climate
