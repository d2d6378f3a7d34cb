! The physics of some columns of air through a day.
subroutine weather(steps, unit, profile_t, profile_q, efficiency, fallen, score)
  use sizes, only: rk, nlev, ncol
  use fields
  use moist, only: set_moist, saturation_adjustment, precipitate
  use radiate, only: set_sun, radiation
  use mixing, only: set_mixing, surface, turbulence, overturn
  use sinking, only: set_sinking, sink
  use watchers, only: look
  implicit none
  integer, intent(in) :: steps, unit
  real(rk), intent(in) :: profile_t(nlev), profile_q(nlev), efficiency
  real(rk), intent(out) :: fallen(ncol), score
  real(rk), parameter :: dt = 600.0_rk
  real(rk) :: hour, target
  integer :: i, step
  call set_levels()
  call set_surface()
  call set_mixing()
  call set_moist(efficiency)
  call set_sinking()
  call begin()
  do step = 1, steps
    hour = 6.0_rk + real(step, rk)*dt/3600.0_rk
    call set_sun(hour)
    do i = 1, ncol
      call radiation(i, dt)
      call surface(i, dt)
      call turbulence(i, dt)
      call sink(i, dt)
      call overturn(i)
      call saturation_adjustment(i)
      call precipitate(i, dt)
    end do
    if (mod(step, 6) == 0) call look(hour, unit)
  end do
  score = 0.0_rk
  do i = 1, ncol
    target = 285.0_rk + real(surface_type(i), rk)
    score = score + 0.01_rk*(tground(i) - target)**2 + 1.0e-4_rk*(column_mean(t(:, i)) - 255.0_rk)**2
    fallen(i) = rain(i)
  end do
contains
  ! All columns begin alike but for a small change of temperature.
  subroutine begin()
    integer :: k, c
    do c = 1, ncol
      do k = 1, nlev
        t(k, c) = profile_t(k) + 0.2_rk*real(c - ncol/2, rk)
        q(k, c) = profile_q(k)
        wind(k, c) = 3.0_rk + 12.0_rk*(1.0_rk - pressure(k)/1.0e5_rk)
        cloud(k, c) = 0.0_rk
      end do
      tground(c) = t(nlev, c) + 1.5_rk
      rain(c) = 0.0_rk
    end do
  end subroutine begin
end subroutine weather
