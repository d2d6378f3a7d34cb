! Variables that are used again under two names.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), target :: a(3), b(3)
  real(8), pointer :: p(:)
  real(8) :: c(2), d(2), s
  equivalence (c(2), d(1))
  p => a
  if (x(1) < 0.0d0) p => b
  a = 1.0d0
  b = 2.0d0
  y(1) = sum(p*x)
  p = x
  y(1) = y(1) + a(2)*x(1)
  a = 4.0d0
  b = a
  y(1) = y(1) + p(3)*x(2)
  p(2) = x(3)**2
  b = 0.5d0
  y(2) = sum(a) + sum(b*x)
  c = 1.0d0
  d(1) = x(1)
  s = c(2)*x(2)
  c = 2.0d0
  d = 3.0d0
  s = s + (c(1) + c(2))*x(3)
  d = x(1:2)
  c(2) = 1.0d0
  y(2) = y(2) + s + d(1)*d(2)
end subroutine head
