! An ideal gas.
module gas
  use types, only: dp, conserved, primitive
  implicit none  ! as everywhere
  real(dp), save :: gam = 1.4_dp, gm1 = 0.4_dp
contains
  subroutine set_gas(gamma)
    real(dp), intent(in) :: gamma
    gam = gamma
    gm1 = gamma - 1.0_dp
  end subroutine set_gas

  function to_primitive(q) result(w)
    type(conserved), intent(in) :: q
    type(primitive) :: w
    w%rho = q%rho
    w%vel = q%mom/q%rho
    w%prs = gm1*(q%ene - 0.5_dp*q%mom*w%vel)
    if (w%prs < 1.0e-4_dp) w%prs = 1.0e-4_dp
    w%snd = sqrt(gam*w%prs/w%rho)
  end function to_primitive

  function to_conserved(w) result(q)
    type(primitive), intent(in) :: w
    type(conserved) :: q
    q%rho = w%rho
    q%mom = w%rho*w%vel
    q%ene = w%prs/gm1 + 0.5_dp*w%rho*w%vel**2
  end function to_conserved

  function enthalpy(w) result(h)
    type(primitive), intent(in) :: w
    real(dp) :: h
    h = gam/gm1*w%prs/w%rho + 0.5_dp*w%vel**2
  end function enthalpy

  function physical_flux(w) result(f)
    type(primitive), intent(in) :: w
    type(conserved) :: f
    f%rho = w%rho*w%vel
    f%mom = w%rho*w%vel**2 + w%prs
    f%ene = w%rho*w%vel*enthalpy(w)
  end function physical_flux
end module gas
