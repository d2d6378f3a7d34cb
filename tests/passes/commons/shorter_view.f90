! A unit with a shorter view of a COMMON block gets the rest of the block.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a, b
  common /state/ a, b
  a = x*x
  b = 2*x
  call scale
  y = a*b
end subroutine
subroutine scale
  real(8) :: p
  common /state/ p
  p = 3*p
end subroutine
