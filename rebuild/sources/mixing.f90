! Turbulence: exchange with the ground, diffusion in the air, and overturning of unstable layers.
module mixing
  use sizes, only: rk, nlev, ncol, grav, cp, latent, karman, rdry
  use fields, only: t, q, wind, tground, moisture, rough, pressure, dp, exner, height, work, work2
  use moist, only: qsat
  use radiate, only: solar_ground, infrared_ground
  implicit none
  real(rk) :: mixing_length(nlev), sensible(ncol), evaporation(ncol)
contains
  subroutine set_mixing()
    integer :: k
    do k = 1, nlev
      work(k) = karman*height(k)
      mixing_length(k) = work(k)/(1.0_rk + work(k)/150.0_rk)
    end do
  end subroutine set_mixing

  ! The ground's balance of heat, and the fluxes into the lowest layer.
  subroutine surface(i, dt)
    integer, intent(in) :: i
    real(rk), intent(in) :: dt
    real(rk) :: richardson, drag, neutral, speed, fluxt, fluxq, stability
    speed = max(wind(nlev, i), 0.5_rk)
    neutral = (karman/log(height(nlev)/rough(i)))**2
    richardson = grav*height(nlev)*(t(nlev, i)/exner(nlev) - tground(i))/(tground(i)*speed**2)
    if (richardson > 0.0_rk) then
      stability = 1.0_rk/(1.0_rk + 10.0_rk*richardson)
    else
      stability = sqrt(1.0_rk - 16.0_rk*richardson)
    end if
    drag = neutral*stability*speed
    fluxt = drag*(tground(i) - t(nlev, i)/exner(nlev))
    fluxq = drag*moisture(i)*(qsat(tground(i), 1.0e5_rk) - q(nlev, i))
    if (fluxq < 0.0_rk) fluxq = 0.2_rk*fluxq
    sensible(i) = 1.2_rk*cp*fluxt
    evaporation(i) = 1.2_rk*fluxq
    t(nlev, i) = t(nlev, i) + dt*grav/dp(nlev)*1.2_rk*fluxt
    q(nlev, i) = q(nlev, i) + dt*grav/dp(nlev)*evaporation(i)
    wind(nlev, i) = wind(nlev, i)/(1.0_rk + dt*grav/dp(nlev)*1.2_rk*drag)
    tground(i) = tground(i) + dt/2.0e5_rk*(solar_ground(i) + infrared_ground(i) - sensible(i) - latent*evaporation(i))
  end subroutine surface

  ! One quantity of a column, implicitly; `flux` is the exchange at the lower side of each layer.
  subroutine diffuse(a, exchange, dt)
    real(rk), intent(inout) :: a(nlev)
    real(rk), intent(in) :: exchange(nlev), dt
    real(rk) :: lower, upper, diag, beta(nlev), gamma(nlev)
    integer :: k
    beta(1) = 0.0_rk
    do k = 1, nlev
      upper = 0.0_rk
      lower = 0.0_rk
      if (k > 1) upper = dt*exchange(k - 1)/dp(k)
      if (k < nlev) lower = dt*exchange(k)/dp(k)
      diag = 1.0_rk + upper + lower
      if (k == 1) then
        beta(k) = lower/diag
        gamma(k) = a(k)/diag
      else
        beta(k) = lower/(diag - upper*beta(k - 1))
        gamma(k) = (a(k) + upper*gamma(k - 1))/(diag - upper*beta(k - 1))
      end if
    end do
    a(nlev) = gamma(nlev)
    do k = nlev - 1, 1, -1
      a(k) = gamma(k) + beta(k)*a(k + 1)
    end do
  end subroutine diffuse

  subroutine turbulence(i, dt)
    integer, intent(in) :: i
    real(rk), intent(in) :: dt
    real(rk) :: shear, buoyancy, richardson, f, dz
    integer :: k
    do k = 1, nlev - 1
      dz = height(k) - height(k + 1)
      shear = (abs(wind(k, i) - wind(k + 1, i)) + 0.1_rk)/dz
      buoyancy = grav*(t(k, i)/exner(k) - t(k + 1, i)/exner(k + 1))/(dz*t(k, i))
      richardson = buoyancy/shear**2
      if (richardson < 0.0_rk) then
        f = sqrt(1.0_rk - 18.0_rk*richardson)
      else
        f = 1.0_rk/(1.0_rk + 5.0_rk*richardson)**2
      end if
      work(k) = mixing_length(k)**2*shear*f*(grav*pressure(k)/(rdry*t(k, i)))**2/(pressure(k + 1) - pressure(k))
    end do
    work(nlev) = 0.0_rk
    do k = 1, nlev
      work2(k) = t(k, i)/exner(k)
    end do
    call diffuse(work2, work, dt)
    do k = 1, nlev
      t(k, i) = work2(k)*exner(k)
    end do
    call diffuse(q(:, i), work, dt)
    call diffuse(wind(:, i), work, dt)
  end subroutine turbulence

  ! Neighbouring layers that are unstable take their mean.
  subroutine overturn(i)
    integer, intent(in) :: i
    real(rk) :: upper, lower, mean
    integer :: k, sweep
    do sweep = 1, 2
      do k = nlev - 1, 1, -1
        upper = t(k, i)/exner(k)
        lower = t(k + 1, i)/exner(k + 1)
        if (lower > upper + 0.01_rk) then
          mean = (upper*exner(k)*dp(k) + lower*exner(k + 1)*dp(k + 1))/(exner(k)*dp(k) + exner(k + 1)*dp(k + 1))
          t(k, i) = mean*exner(k)
          t(k + 1, i) = mean*exner(k + 1)
          q(k, i) = (q(k, i)*dp(k) + q(k + 1, i)*dp(k + 1))/(dp(k) + dp(k + 1))
          q(k + 1, i) = q(k, i)
        end if
      end do
    end do
  end subroutine overturn
end module mixing
