! Unchanged: only an integer follows the shorter view, which has no derivative.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  integer :: n
  common /run/ a, n
  n = 2
  call set(x)
  y = a**n
end subroutine
subroutine set(x)
  real(8), intent(in) :: x
  real(8) :: a
  common /run/ a
  a = sin(x)
end subroutine
