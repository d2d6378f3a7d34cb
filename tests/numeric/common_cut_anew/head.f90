! Storage that two units cut into different variables, saved before a call; EQUIVALENCE with the smaller variable first in a region that runs again.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: p(2), q(3)
  real(8) :: b(2), a(4), s
  common /cut/ p, q
  equivalence (a, b)
  p = 1
  q = x
  y(1) = sum(q**2)
  call change()
  y(1) = y(1)*sum(q)
  a(3:4) = x(1:2)
  b = x(2:3)
  s = sum(a**2)
  !$adc checkpoint-start
  b = b*a(2:1:-1)
  a = sin(a)*a
  !$adc checkpoint-end
  y(2) = s*sum(a**3)
end subroutine head

subroutine change()
  implicit none
  real(8) :: r(5)
  common /cut/ r
  r = 2*r + r**2
end subroutine change
