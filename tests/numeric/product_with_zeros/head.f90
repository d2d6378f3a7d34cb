! Products with no, one and several factors that are zero.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)

  y(1) = product(x - 0.5d0) + x(1)
  y(2) = product(x - (/0.5d0,1d0,9d0/)) + x(1)
  y(3) = product(x, mask=x<0.1d0)*x(2)
end subroutine head
