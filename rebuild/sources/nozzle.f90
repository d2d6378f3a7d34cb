! Flow through a nozzle from rest, and the misfit of the pressure at the wall.
subroutine nozzle(steps, unit, radii, supply, outside, wall, cost)
  use types, only: dp, cells, conserved, primitive, duct, settings
  use gas, only: set_gas, to_primitive, to_conserved
  use shape_of_duct, only: make_duct, stations
  use sources, only: set_walls
  use advance, only: choose_step, step
  use report, only: start_log, note, print_log
  implicit none
  integer, intent(in) :: steps, unit
  real(dp), intent(in) :: radii(stations), supply, outside
  real(dp), intent(out) :: wall(cells), cost
  type(duct) :: d
  type(settings) :: s
  type(conserved) :: q(cells), old(cells)
  type(primitive) :: w
  real(dp) :: dt, time, wanted
  integer :: i, k
  s%gamma = 1.4_dp
  s%cfl = 0.6_dp
  s%total_pressure = supply
  s%total_temperature = 1.0_dp
  s%exit_pressure = outside
  s%limiter = 2
  s%order = 2
  s%report_every = 10
  s%entropy_fix = .true.
  s%title = 'start-up'
  call set_gas(s%gamma)
  call make_duct(radii, d)
  call set_walls(d)
  call start_log()
  do i = 1, cells
    w%prs = supply + (outside - supply)*d%centre(i)/d%length
    w%rho = w%prs
    w%vel = 0.1_dp
    w%snd = 1.0_dp
    q(i) = to_conserved(w)
  end do
  time = 0.0_dp
  do k = 1, steps
    old = q
    call choose_step(d, s, q, dt)
    call step(d, s, q, dt)
    time = time + dt
    if (mod(k, s%report_every) == 0) call note(k, time, d, old, q, unit)
  end do
  cost = 0.0_dp
  do i = 1, cells
    w = to_primitive(q(i))
    wall(i) = w%prs
    wanted = 1.0_dp - 0.4_dp*d%centre(i)/d%length
    cost = cost + d%dx*(wall(i) - wanted)**2
  end do
  call print_log(s, unit)
end subroutine nozzle
