! Sizes and physical constants.
module sizes
  implicit none
  integer, parameter :: rk = selected_real_kind(12)
  integer, parameter :: nlev = 20, ncol = 30
  real(rk), parameter :: grav = 9.81_rk, rdry = 287.0_rk, rvap = 461.5_rk, cp = 1004.0_rk
  real(rk), parameter :: latent = 2.5e6_rk, latent_ice = 2.83e6_rk, p0 = 1.0e5_rk, tfreeze = 273.15_rk
  real(rk), parameter :: stefan = 5.67e-8_rk, karman = 0.4_rk
end module sizes
