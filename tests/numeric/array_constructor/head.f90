! Array constructors with implied DO.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(5)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(5)
  real(8) :: a(5), b(2,2), c(6)
  integer :: i
  c = (/ x(1), x(2)*2, x, 0d0 /)
  y(1) = sum(c*c)
  b = reshape([x(1), x(2), x(3), x(1)*x(2)], [2,2])
  y(2) = b(1,2)*b(2,2)
  a = (/ (x(1)*i, i=1,5) /)
  y(3) = sum(a**2)
  a(1:3) = (/ (x(i)*i, i=1,3) /)
  y(4) = product(a)
  a = [real(8) :: 1, x(1), 2, (x(i), x(i)**2, i=2,2)]
  y(5) = a(4)*a(5)*a(2)
end subroutine head
