! Unchanged: the bits of a real number as integers are not its value.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: bits(2)
  bits = transfer(x, bits)
  y = x*x
  if (bits(1) == 0) y = x
end subroutine
