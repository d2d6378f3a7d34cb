! Water on and in the ground of one subbasin during a step, in millimetres.
module land
  use model_types
  use tables, only: canopy, sealed
  implicit none
contains
  subroutine land_step(s, p, rain, temperature, demand)
    type(subbasin), intent(inout) :: s
    type(parameters), intent(in) :: p
    real(r8), intent(in) :: rain, temperature, demand
    real(r8) :: wet, direct
    s%runoff = 0.0_r8
    call snow_step(s, p%melt_factor, rain, temperature, wet)
    call interception_step(s, demand, wet)
    direct = sealed(s%landuse)*wet
    call soil_step(s, wet - direct, demand)
    s%runoff = s%runoff + direct
    call ground_step(s)
  end subroutine land_step

  ! Snow falls below one degree below zero, rain above one; melt by degree-days.
  subroutine snow_step(s, factor, rain, temperature, wet)
    type(subbasin), intent(inout) :: s
    real(r8), intent(in) :: factor, rain, temperature
    real(r8), intent(out) :: wet
    real(r8) :: share, melt
    if (temperature < -1.0_r8) then
      share = 1.0_r8
    else if (temperature > 1.0_r8) then
      share = 0.0_r8
    else
      share = 0.5_r8*(1.0_r8 - temperature)
    end if
    s%snow = s%snow + share*rain
    melt = 0.0_r8
    if (temperature > 0.0_r8) melt = min(s%snow, 3.0_r8*factor*temperature/real(n_step_day, r8))
    s%snow = s%snow - melt
    wet = (1.0_r8 - share)*rain + melt
  end subroutine snow_step

  subroutine interception_step(s, demand, wet)
    type(subbasin), intent(inout) :: s
    real(r8), intent(in) :: demand
    real(r8), intent(inout) :: wet
    real(r8) :: room, taken
    room = canopy(s%landuse) - s%interception
    taken = min(room, wet)
    s%interception = s%interception + taken
    wet = wet - taken
    s%evaporated = min(s%interception, demand)
    s%interception = s%interception - s%evaporated
  end subroutine interception_step

  ! Variable capacity: the fuller the soil, the larger the part that is saturated.
  subroutine soil_step(s, wet, demand)
    type(subbasin), intent(inout) :: s
    real(r8), intent(in) :: wet, demand
    real(r8) :: filling, saturated, loss, down
    filling = min(max(s%soil/s%capacity, 1.0e-3_r8), 0.999_r8)
    saturated = 1.0_r8 - (1.0_r8 - filling)**s%shape
    s%runoff = s%runoff + saturated*wet
    s%soil = s%soil + (1.0_r8 - saturated)*wet
    if (s%soil > s%capacity) then
      s%runoff = s%runoff + s%soil - s%capacity
      s%soil = s%capacity
    end if
    loss = (demand - s%evaporated)*min(1.0_r8, filling/0.6_r8)
    down = s%percolation*filling**3/real(n_step_day, r8)
    s%soil = s%soil - loss - down
    s%evaporated = s%evaporated + loss
    if (s%soil < 0.0_r8) s%soil = 0.0_r8
    s%ground = s%ground + down
  end subroutine soil_step

  subroutine ground_step(s)
    type(subbasin), intent(inout) :: s
    s%baseflow = s%recession*s%ground**1.2_r8/real(n_step_day, r8)
    s%ground = s%ground - s%baseflow
  end subroutine ground_step
end module land
