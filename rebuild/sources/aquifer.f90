! Ground water under a valley: the misfit of computed and observed heads, for conductivities and pumping rates.
subroutine aquifer(steps, unit, logk, pumping, misfit)
  use grid_data, only: wp, nx, ny, nwell, set_grid, fixed_head, well_i, well_j
  use operator_, only: iterations_in_all
  implicit none
  integer, intent(in) :: steps, unit
  real(wp), intent(in) :: logk(nx, ny), pumping(nwell)
  real(wp), intent(out) :: misfit
  real(wp), parameter :: dt = 10.0_wp
  real(wp) :: head(nx, ny), conductivity(nx, ny), time, season, observed
  integer :: step, k
  iterations_in_all = 0
  call set_grid(1.0_wp)
  head = fixed_head
  conductivity = exp(logk)
  misfit = 0.0_wp
  do step = 1, steps
    time = real(step, wp)*dt
    season = 1.0_wp + 0.5_wp*sin(0.0172_wp*time)
    call set_grid(season)
    call flow_step(head, conductivity, pumping, dt)
    call budget(time, head, pumping, unit)
    do k = 1, nwell
      observed = 15.0_wp - 0.4_wp*real(k, wp) + 0.2_wp*sin(0.0172_wp*time)
      misfit = misfit + (head(well_i(k), well_j(k)) - observed)**2
    end do
  end do
  misfit = misfit/real(steps*nwell, wp)
end subroutine aquifer
