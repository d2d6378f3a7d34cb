! A loop made of a GOTO becomes a loop with an exit at its end.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
10 continue
  y = y*x
  if (abs(y) < 100 .and. abs(y) > 0.01) goto 10
  y = y + 1
end subroutine
