! The model: an ice sheet along a flowline, from the divide to the sea.
module icesheet
  use kinds, only: wp, n
  use constants, only: set_options, with_temperature, every, dt
  use geometry, only: set_grid, update_surface, thickness, surface, driving, scratch
  use rheology, only: set_columns, step_temperature, update_softness
  use velocity, only: set_friction, solve_velocity, u
  use climate, only: update_climate, air, balance
  use sea, only: melt_from_below
  use transport, only: step_thickness, flux_out
  use monitor, only: watch
  implicit none
contains
  ! Misfit of the surface after a run, and the ice lost to the sea, for friction, snowfall and sensitivity to warmth.
  subroutine run(steps, level, unit, beta, snow, sensitivity, cost)
    integer, intent(in) :: steps, level, unit
    real(wp), intent(in) :: beta(n), snow(n), sensitivity
    real(wp), intent(out) :: cost
    real(wp) :: heating(n), time, lost
    integer :: k
    call set_options(level)
    call set_grid(400.0e3_wp)
    call first_guess()
    call set_friction(beta)
    call update_surface()
    call update_climate(0.0_wp, snow, sensitivity)
    call set_columns(air)
    lost = 0.0_wp
    time = 0.0_wp
    do k = 1, steps
      time = time + dt
      call update_surface()
      call update_climate(time, snow, sensitivity)
      if (with_temperature .and. mod(k, every) == 1) then
        heating = 2.0e-9_wp*abs(driving*u)
        call step_temperature(thickness, air, balance, heating)
      end if
      call update_softness()
      call solve_velocity()
      call step_thickness(balance)
      call melt_from_below()
      lost = lost + dt*flux_out
      if (mod(k, every) == 0) call watch(time, unit)
    end do
    call update_surface()
    call misfit(cost)
    cost = cost + 1.0e-12_wp*lost
  end subroutine run

  subroutine first_guess()
    integer :: i
    do i = 1, n
      thickness(i) = 1500.0_wp*sqrt(1.0_wp - 0.8_wp*real(i - 1, wp)/real(n, wp))
      u(i) = 300.0_wp*real(i - 1, wp)/real(n, wp)
    end do
  end subroutine first_guess

  ! Against a surface that was observed, which is a formula here.
  subroutine misfit(cost)
    real(wp), intent(out) :: cost
    integer :: i
    do i = 1, n
      scratch(i) = 1700.0_wp*(1.0_wp - (real(i, wp)/real(n, wp))**2)
    end do
    cost = 0.0_wp
    do i = 1, n
      cost = cost + ((surface(i) - scratch(i))/100.0_wp)**2
    end do
    cost = cost/real(n, wp)
  end subroutine misfit
end module icesheet
