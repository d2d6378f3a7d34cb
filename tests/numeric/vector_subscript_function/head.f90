! Vector subscripts that are expressions.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(1)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(1)
  real(8) :: a(3)
  a = x*x(1)
  a(maxloc(a)) = a(minloc(a))*x(2)
  y(1) = sum(a(maxloc(a))) + sum(a*a)
end subroutine head
