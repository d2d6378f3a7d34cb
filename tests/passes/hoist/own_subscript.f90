! A subscript that reads the assigned array becomes a variable: its value is needed after the assignment.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: w(3)
  w = [2*x, x, 1d0]
  w(int(w(3))) = x**2
  y = w(1)*w(2)
end subroutine
