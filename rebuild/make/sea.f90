! Effects of the sea on floating ice: melt from below by a table of depths, and thinning at the front by crevasses.
module sea
  use kinds, only: wp, n
  use constants, only: dt, rho_ice, rho_sea, grav
  use geometry, only: dx, bed, thickness, haf
  use rheology, only: softness
  use velocity, only: u
  implicit none
  integer, parameter :: depths = 5
  real(wp), parameter :: depth(depths) = [0.0_wp, 100.0_wp, 300.0_wp, 600.0_wp, 1200.0_wp]
  real(wp), parameter :: warmth(depths) = [-1.5_wp, -1.2_wp, 0.2_wp, 0.8_wp, 1.0_wp]
contains
  ! How warm the sea is at a depth.
  pure real(wp) function sea_temperature(d)
    real(wp), intent(in) :: d
    integer :: k
    k = 1
    do while (k < depths - 1 .and. depth(min(k + 1, depths)) < d)
      k = k + 1
    end do
    sea_temperature = warmth(k) + (warmth(k + 1) - warmth(k))*(d - depth(k))/(depth(k + 1) - depth(k))
  end function sea_temperature

  subroutine melt_from_below()
    real(wp) :: t, draught, stretch, crevasse
    integer :: i
    do i = 1, n
      ! first the freezing point at the bed, for the cavity; then the forcing of the ice
      t = -1.85_wp - 7.6e-4_wp*max(0.0_wp, -bed(i))
      if (t > -1.0_wp) cycle
      if (haf(i) < 0.0_wp) then
        draught = thickness(i)*rho_ice/rho_sea
        t = sea_temperature(draught) + 1.85_wp + 7.6e-4_wp*draught
        thickness(i) = thickness(i) - dt*0.8_wp*max(t, 0.0_wp)**2
      end if
    end do
    stretch = max((u(n) - u(n - 1))/dx, 1.0e-9_wp)
    crevasse = 2.0_wp/(rho_ice*grav)*(stretch/softness(n))**(1.0_wp/3.0_wp)
    if (crevasse > 0.4_wp*thickness(n)) thickness(n) = thickness(n) - 0.05_wp*crevasse
  end subroutine melt_from_below
end module sea
