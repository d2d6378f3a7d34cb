! Vector subscripts on both sides.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: a(4)
  integer :: ix(3)
  ix = (/3,1,2/)
  a = 1
  a(ix) = x
  a(2:4) = a(2:4)*x(ix)
  y(1) = a(1)*a(2)
  y(2) = sum(a(ix)*x)
  y(3) = a(ix(2))*x(ix(1))
end subroutine head
