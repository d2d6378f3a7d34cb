! Both sweeps run once in the procedure, and no loop is around the records: they are variables.
! head: f(y)/(x, y)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  type state
    real(8) :: t, v(2)
  end type
  type(state) :: s
  s%t = x*y
  if (s%t < 1) then
    s%t = s%t**2
  else if (s%t > 2) then
    s%v = x
    s%t = s%t*sqrt(s%t)
  end if
  s%v(1) = s%t*y
  s%v = s%v*s%t
  y = s%v(1)*x
end subroutine
