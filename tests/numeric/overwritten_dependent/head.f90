! Dependents, some of them independents too, that are overwritten with constants.
! head: head(y, z, u)/(x, y, z)
! arg x real8 0.7
! arg y real8(3)
! arg z real8 0.4
! arg u real8(2) 1.0
subroutine head(x, y, z, u)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(inout) :: y(3), z, u(2)
  u(1) = y(2)*x*z
  y(1) = 3.0d0
  y(3) = y(1)*y(3)
  z = 2.0d0
end subroutine head
