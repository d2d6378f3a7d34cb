subroutine solve(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: d
  integer :: power
  common /ice/ d, power
  y = d*sum(x**power)
end subroutine solve

subroutine solve_d(x, xd, y, yd)
  implicit none
  real(8), intent(in) :: x(3), xd(3)
  real(8), intent(out) :: y, yd
  real(8) :: d
  integer :: power
  common /ice/ d, power
  y = d*sum(x**power)
  yd = d*sum(power*x**(power - 1)*xd)
end subroutine solve_d

subroutine solve_b(x, xb, y, yb)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: xb(3), y, yb
  real(8) :: d
  integer :: power
  common /ice/ d, power
  xb = xb + d*power*x**(power - 1)*yb
  yb = 0
end subroutine solve_b
