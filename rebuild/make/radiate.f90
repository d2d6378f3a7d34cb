! Grey radiation: sunlight with a table of absorption, infrared in two streams.
module radiate
  use sizes, only: rk, nlev, ncol, grav, cp, stefan
  use fields, only: t, q, cloud, tground, albedo, dp, pressure, work, work2
  implicit none
  integer, parameter :: entries = 6
  real(rk), parameter :: path(entries) = [0.0_rk, 1.0_rk, 5.0_rk, 15.0_rk, 40.0_rk, 100.0_rk]
  real(rk), parameter :: absorbed(entries) = [0.0_rk, 0.05_rk, 0.09_rk, 0.13_rk, 0.17_rk, 0.2_rk]
  real(rk) :: sun, ozone(nlev), solar_ground(ncol), infrared_ground(ncol)
contains
  ! Where the sun is at an hour of the day; how much ozone each layer has.
  subroutine set_sun(hour)
    real(rk), intent(in) :: hour
    real(rk) :: zenith
    integer :: k
    zenith = cos(3.14159265_rk*(hour - 12.0_rk)/12.0_rk)
    sun = 1000.0_rk*max(zenith, 0.0_rk)
    do k = 1, nlev
      work(k) = exp(-(pressure(k)/3.0e4_rk)**2)
      ozone(k) = 0.01_rk*work(k)*dp(k)/1.0e4_rk
    end do
  end subroutine set_sun

  ! The table, linear between its entries.
  real(rk) function absorption(u)
    real(rk), intent(in) :: u
    integer :: k
    k = 1
    do while (k < entries - 1)
      if (path(k + 1) > u) exit
      k = k + 1
    end do
    absorption = absorbed(k) + (absorbed(k + 1) - absorbed(k))*(u - path(k))/(path(k + 1) - path(k))
  end function absorption

  subroutine radiation(i, dt)
    integer, intent(in) :: i
    real(rk), intent(in) :: dt
    real(rk) :: vapour, above, here, beam, up, down, emissivity, tau
    real(rk) :: heating(nlev), transmission(nlev), source(nlev)
    integer :: k
    ! sunlight
    vapour = 0.0_rk
    above = 0.0_rk
    beam = sun
    do k = 1, nlev
      vapour = vapour + q(k, i)*dp(k)/grav
      here = absorption(vapour)
      heating(k) = sun*(here - above) + beam*ozone(k)
      beam = beam - heating(k)
      above = here
    end do
    solar_ground(i) = beam*(1.0_rk - albedo(i))
    ! infrared: transmission and source of each layer
    do k = 1, nlev
      tau = (0.1_rk + 60.0_rk*q(k, i) + 3000.0_rk*cloud(k, i))*dp(k)/1.0e4_rk
      transmission(k) = exp(-tau)
      source(k) = (1.0_rk - transmission(k))*stefan*t(k, i)**4
    end do
    work(:) = 0.0_rk
    work2(:) = 0.0_rk
    down = 0.0_rk
    do k = 1, nlev
      work(k) = down
      down = down*transmission(k) + source(k)
      work(k) = work(k) - down
    end do
    emissivity = 0.96_rk
    infrared_ground(i) = emissivity*(down - stefan*tground(i)**4)
    up = emissivity*stefan*tground(i)**4 + (1.0_rk - emissivity)*down
    do k = nlev, 1, -1
      work2(k) = up
      up = up*transmission(k) + source(k)
      work2(k) = work2(k) - up
    end do
    do k = 1, nlev
      t(k, i) = t(k, i) + dt*grav/cp/dp(k)*(heating(k) + work(k) + work2(k))
    end do
  end subroutine radiation
end module radiate
