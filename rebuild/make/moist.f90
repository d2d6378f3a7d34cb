! Saturation, condensation and rain.
module moist
  use sizes, only: rk, nlev, ncol, grav, cp, latent, latent_ice, tfreeze, rdry, rvap
  use fields, only: t, q, cloud, rain, pressure, dp
  implicit none
  real(rk) :: autoconversion, evaporation_rate
contains
  subroutine set_moist(efficiency)
    real(rk), intent(in) :: efficiency
    autoconversion = 1.0e-3_rk*efficiency
    evaporation_rate = 2.0e-4_rk
  end subroutine set_moist

  ! Saturation mixing ratio over water or ice.
  real(rk) function qsat(temperature, p)
    real(rk), intent(in) :: temperature, p
    real(rk) :: es
    if (temperature >= tfreeze) then
      es = 610.78_rk*exp(17.269_rk*(temperature - tfreeze)/(temperature - 35.86_rk))
    else
      es = 610.78_rk*exp(21.875_rk*(temperature - tfreeze)/(temperature - 7.66_rk))
    end if
    es = min(es, 0.5_rk*p)
    qsat = rdry/rvap*es/(p - es)
  end function qsat

  real(rk) function heat_of_change(temperature)
    real(rk), intent(in) :: temperature
    real(rk) :: ice
    ice = max(0.0_rk, min(1.0_rk, (tfreeze - temperature)/20.0_rk))
    heat_of_change = (1.0_rk - ice)*latent + ice*latent_ice
  end function heat_of_change

  ! Newton steps towards saturation; only where the air holds too much, or where cloud can evaporate.
  subroutine saturation_adjustment(i)
    integer, intent(in) :: i
    real(rk) :: qs, dqs, l, excess
    integer :: k, iter
    do k = 1, nlev
      do iter = 1, 3
        qs = qsat(t(k, i), pressure(k))
        l = heat_of_change(t(k, i))
        dqs = (qsat(t(k, i) + 0.01_rk, pressure(k)) - qs)/0.01_rk
        excess = (q(k, i) - qs)/(1.0_rk + l/cp*dqs)
        if (excess > 0.0_rk .or. cloud(k, i) > 0.0_rk) then
          excess = max(excess, -cloud(k, i))
          q(k, i) = q(k, i) - excess
          cloud(k, i) = cloud(k, i) + excess
          t(k, i) = t(k, i) + l/cp*excess
        else
          exit
        end if
      end do
    end do
  end subroutine saturation_adjustment

  ! Cloud becomes rain, which falls, and evaporates in dry layers.
  subroutine precipitate(i, dt)
    integer, intent(in) :: i
    real(rk), intent(in) :: dt
    real(rk) :: falling, made, lost, qs, critical
    integer :: k
    falling = 0.0_rk
    do k = 1, nlev
      critical = 2.0e-4_rk
      made = 0.0_rk
      if (cloud(k, i) > critical) made = dt*autoconversion*(cloud(k, i) - critical)
      cloud(k, i) = cloud(k, i) - made
      falling = falling + made*dp(k)/grav
      qs = qsat(t(k, i), pressure(k))
      if (q(k, i) < 0.9_rk*qs .and. falling > 0.0_rk) then
        lost = min(falling*grav/dp(k), dt*evaporation_rate*(0.9_rk*qs - q(k, i))*sqrt(falling + 1.0e-6_rk))
        q(k, i) = q(k, i) + lost
        t(k, i) = t(k, i) - latent/cp*lost
        falling = falling - lost*dp(k)/grav
      end if
    end do
    rain(i) = rain(i) + falling
  end subroutine precipitate
end module moist
