! Unchanged: statements that STOP skips never run, so they need no guard; the test of a DO WHILE is not a jump.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  do while (y < 100)
    if (x < 2) stop 'no growth'
    y = y*x
  end do
end subroutine
