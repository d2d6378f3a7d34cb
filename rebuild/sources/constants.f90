! Physical constants, and the settings of a run, which `set_options` chooses.
module constants
  use kinds, only: wp
  implicit none
  real(wp), parameter :: secs = 31556926.0_wp
  real(wp), parameter :: rho_ice = 910.0_wp, rho_sea = 1028.0_wp, grav = 9.81_wp
  real(wp), parameter :: glen = 3.0_wp
  real(wp), parameter :: gas = 8.314_wp
  real(wp) :: dt, tol_velocity, eps2, relax, geothermal, lapse
  integer :: max_picard, every
  logical :: with_temperature
contains
  subroutine set_options(level)
    integer, intent(in) :: level
    dt = 1.0_wp
    eps2 = 1.0e-8_wp
    relax = 0.7_wp
    geothermal = 0.05_wp
    lapse = 0.0065_wp
    max_picard = 6
    every = 5
    tol_velocity = 1.0e-9_wp
    with_temperature = level > 0
    if (level > 1) then
      max_picard = 12
      every = 1
    end if
  end subroutine set_options
end module constants
