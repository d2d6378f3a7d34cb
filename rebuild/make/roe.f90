! The flux between two states, by Roe's linearisation.
module roe
  use types, only: dp, conserved, primitive
  use gas, only: gam, gm1, enthalpy, physical_flux
  implicit none
contains
  ! Speeds near zero are widened, so that no expansion shock is made.
  function widened(lambda, width) result(l)
    real(dp), intent(in) :: lambda, width
    real(dp) :: l
    l = abs(lambda)
    if (l < width) l = 0.5_dp*(lambda**2/width + width)
  end function widened

  subroutine roe_flux(left, right, fix, f)
    type(primitive), intent(in) :: left, right
    logical, intent(in) :: fix
    type(conserved), intent(out) :: f
    type(conserved) :: fl, fr
    real(dp) :: sl, sr, u, h, c, rho, du, dr, dpr
    real(dp) :: l(3), a(3), width
    fl = physical_flux(left)
    fr = physical_flux(right)
    sl = sqrt(left%rho)
    sr = sqrt(right%rho)
    rho = sl*sr
    u = (sl*left%vel + sr*right%vel)/(sl + sr)
    h = (sl*enthalpy(left) + sr*enthalpy(right))/(sl + sr)
    c = sqrt(gm1*(h - 0.5_dp*u**2))
    du = right%vel - left%vel
    dr = right%rho - left%rho
    dpr = right%prs - left%prs
    a(1) = (dpr - rho*c*du)/(2.0_dp*c**2)
    a(2) = dr - dpr/c**2
    a(3) = (dpr + rho*c*du)/(2.0_dp*c**2)
    if (fix) then
      width = 0.1_dp*c
      l(1) = widened(u - c, width)
      l(2) = abs(u)
      l(3) = widened(u + c, width)
    else
      l = abs([u - c, u, u + c])
    end if
    f%rho = 0.5_dp*(fl%rho + fr%rho - l(1)*a(1) - l(2)*a(2) - l(3)*a(3))
    f%mom = 0.5_dp*(fl%mom + fr%mom - l(1)*a(1)*(u - c) - l(2)*a(2)*u - l(3)*a(3)*(u + c))
    f%ene = 0.5_dp*(fl%ene + fr%ene - l(1)*a(1)*(h - u*c) - l(2)*a(2)*0.5_dp*u**2 - l(3)*a(3)*(h + u*c))
  end subroutine roe_flux
end module roe
