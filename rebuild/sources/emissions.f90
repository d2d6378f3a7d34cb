! Hourly emissions from the ground, and the depth of the mixed layer.
module emissions
  use species, only: dp, nspec, i_no, i_no2, i_co, i_rh, i_hcho
  implicit none
  real(dp), parameter :: traffic(0:23) = [.2_dp, .1_dp, .1_dp, .1_dp, .2_dp, .5_dp, 1.2_dp, 2.0_dp, 1.9_dp, 1.3_dp, &
    1.1_dp, 1.1_dp, 1.2_dp, 1.1_dp, 1.1_dp, 1.3_dp, 1.7_dp, 2.0_dp, 1.6_dp, 1.1_dp, .8_dp, .6_dp, .4_dp, .3_dp]
  real(dp) :: source(nspec), depth
contains
  real(dp) function mixed_layer(hour)
    real(dp), intent(in) :: hour
    if (hour < 6.0_dp) then
      mixed_layer = 200.0_dp
    else if (hour < 14.0_dp) then
      mixed_layer = 200.0_dp + 100.0_dp*(hour - 6.0_dp)
    else
      mixed_layer = 1000.0_dp
    end if
  end function mixed_layer

  ! `strength` scales nitrogen oxides, carbon monoxide and hydrocarbons.
  subroutine set_sources(hour, strength, temperature)
    real(dp), intent(in) :: hour, strength(3), temperature
    real(dp) :: now, scale
    integer :: h
    h = mod(int(hour), 24)
    now = traffic(h) + (hour - int(hour))*(traffic(mod(h + 1, 24)) - traffic(h))
    depth = mixed_layer(hour)
    scale = now/depth
    source = 0.0_dp
    source(i_no) = 0.009_dp*strength(1)*scale
    source(i_no2) = 0.001_dp*strength(1)*scale
    source(i_co) = 0.08_dp*strength(2)*scale
    source(i_rh) = 0.02_dp*strength(3)*scale*(1.0_dp + 0.02_dp*(temperature - 290.0_dp))
    source(i_hcho) = 0.02_dp*source(i_rh)
  end subroutine set_sources
end module emissions
