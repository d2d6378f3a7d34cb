! The derivative of a scalar is zero before both branches, so each of them sets it.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: t
  t = x(1)**2
  if (x(2) > 0) then
    y = 3*t
  else
    y = t*x(2)
  end if
end subroutine
