! Literals such as 1d0 without a point, in a procedure whose kinds are named: `1_dp` would be an integer.
! head: f(y)/(x, z)
! arg x real8 0.7
! arg z real4 0.3
! arg y real8
! tolerance 1e-3 1e-6
! steps 1e-2 3e-3
module kinds
  implicit none
  integer, parameter :: sp = kind(1e0), dp = kind(1d0)
end module kinds
subroutine f(x, z, y)
  use kinds
  implicit none
  real(dp), intent(in) :: x
  real(sp), intent(in) :: z
  real(dp), intent(out) :: y
  y = hypot(x, z*1d0) + atan2(2d0*x, z*3d0)*1d-1 + x**2/(z*7e0)
end subroutine f
