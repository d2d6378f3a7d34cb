! Synthetic weather, the same in each run: storms that cross the basin, and a season.
module climate_data
  use model_types
  use tables, only: season, crop
  implicit none
  integer, parameter :: n_storm = 12
  real(r8) :: storm_day(n_storm), storm_depth(n_storm)
  real(r8) :: work(n_sub)
contains
  subroutine make_storms()
    integer :: i
    do i = 1, n_storm
      storm_day(i) = 3.0_r8 + 10.0_r8*real(i - 1, r8) + real(mod(5*i, 3), r8)
      storm_depth(i) = 8.0_r8 + 4.0_r8*real(mod(7*i, 4), r8)
    end do
  end subroutine make_storms

  subroutine get_weather(day, b, w)
    real(r8), intent(in) :: day
    type(basin), intent(in) :: b
    type(weather), intent(out) :: w
    real(r8) :: distance
    integer :: i, s
    do i = 1, n_sub
      work(i) = 0.0_r8
      do s = 1, n_storm
        distance = day - storm_day(s) - 0.03_r8*real(i, r8)
        if (abs(distance) < 1.5_r8) work(i) = work(i) + storm_depth(s)*(1.0_r8 - abs(distance)/1.5_r8)
      end do
      w%temperature(i) = 4.0_r8 - 8.0_r8*cos(6.283185307_r8*(day + 45.0_r8)/365.0_r8) - 0.0065_r8*(b%sub(i)%elevation - 500.0_r8) &
        + 3.0_r8*sin(0.9_r8*day)
      w%rain(i) = work(i)*(1.0_r8 + 2.0e-4_r8*b%sub(i)%elevation)/real(n_step_day, r8)
      w%demand(i) = 2.0_r8*season(day)*crop(b%sub(i)%landuse)/real(n_step_day, r8)
    end do
  end subroutine get_weather
end module climate_data
