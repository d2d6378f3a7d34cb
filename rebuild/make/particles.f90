! Molecular dynamics: pressure and energy after some steps, for the two parameters of each kind and the first warmth.
subroutine dynamics(steps, unit, eps, sigma, warmth, pressure, energy)
  use box, only: dp, np, kinds, side, mass, set_box, mix
  use lattice, only: place
  use neighbours, only: build_lists, rebuilt
  use forces, only: all_forces, virial, potential
  use measure, only: kinetic, sample
  implicit none
  integer, intent(in) :: steps, unit
  real(dp), intent(in) :: eps(kinds), sigma(kinds), warmth
  real(dp), intent(out) :: pressure, energy
  real(dp), parameter :: dt = 0.004_dp
  real(dp) :: x(3, np), v(3, np), f(3, np)
  integer :: step, i
  call set_box(0.8_dp)
  call mix(eps, sigma)
  call place(warmth, x, v)
  rebuilt = 0
  call build_lists(x)
  call all_forces(x, f)
  pressure = 0.0_dp
  do step = 1, steps
    do i = 1, np
      v(:, i) = v(:, i) + 0.5_dp*dt*f(:, i)/mass(i)
      x(:, i) = x(:, i) + dt*v(:, i)
    end do
    if (mod(step, 5) == 0) call build_lists(x)
    call all_forces(x, f)
    do i = 1, np
      v(:, i) = v(:, i) + 0.5_dp*dt*f(:, i)/mass(i)
    end do
    pressure = pressure + (2.0_dp*kinetic(v) + virial)/(3.0_dp*side**3)
    if (mod(step, 10) == 1) call sample(step, x, v, unit)
  end do
  pressure = pressure/real(steps, dp)
  energy = (kinetic(v) + potential)/real(np, dp)
end subroutine dynamics
