! Nitrogen that the rivers carry from fields to the mouth, and the temperature of the water.
module quality
  use model_types
  implicit none
  real(r8) :: load(n_reach), concentration(n_reach), water_temperature(n_reach), load_at_mouth
  real(r8), parameter :: leached(4) = [0.2_r8, 0.6_r8, 2.5_r8, 1.0_r8]
contains
  subroutine start_quality()
    load = 0.5_r8
    concentration = 0.0_r8
    water_temperature = 8.0_r8
    load_at_mouth = 0.0_r8
  end subroutine start_quality

  ! The temperature follows the air: it depends on no parameter.
  subroutine warm(w)
    type(weather), intent(in) :: w
    real(r8) :: share
    integer :: i
    share = 0.3_r8/real(n_step_day, r8)
    do i = 1, n_reach
      water_temperature(i) = max(water_temperature(i) + share*(w%temperature(i) - water_temperature(i)), 0.1_r8)
    end do
  end subroutine warm

  ! How fast nitrogen is lost at a temperature.
  pure real(r8) function decay(temperature)
    real(r8), intent(in) :: temperature
    decay = 0.08_r8*1.07_r8**(temperature - 20.0_r8)
  end function decay

  subroutine quality_step(b, w)
    type(basin), intent(in) :: b
    type(weather), intent(in) :: w
    real(r8) :: x, fresh(n_reach)
    integer :: i, r, below
    call warm(w)
    do i = 1, n_reach
      ! x: first what the land use leaches, then the water that takes it along
      x = leached(b%sub(i)%landuse)*b%sub(i)%area/25.0_r8
      fresh(i) = x*0.01_r8
      x = b%sub(i)%runoff + b%sub(i)%baseflow
      fresh(i) = fresh(i)*x
    end do
    do i = 1, n_reach
      r = b%order(i)
      load(r) = load(r) + fresh(r)
      x = exp(-decay(water_temperature(r))/real(n_step_day, r8))
      load(r) = load(r)*x
      concentration(r) = load(r)/(b%river(r)%outflow + 0.1_r8)
      below = b%river(r)%below
      x = min(0.6_r8, b%river(r)%outflow/(b%river(r)%outflow + 2.0_r8))
      if (below > 0) then
        load(below) = load(below) + x*load(r)
      else
        load_at_mouth = load_at_mouth + x*load(r)
      end if
      load(r) = (1.0_r8 - x)*load(r)
    end do
  end subroutine quality_step
end module quality
