! TRANSFER between values of one type becomes the value, or a RESHAPE of it.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(2, 3)
  real(8), intent(out) :: y
  real(8) :: v(6), s
  v = transfer(x, v)
  s = transfer(x(1, 2), s)
  y = sum(v**2)*s
end subroutine
