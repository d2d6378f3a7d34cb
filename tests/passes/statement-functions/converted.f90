! The value is converted to the type of the function: here it loses its fraction.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: cell
  real(8) :: a
  cell(a) = a/0.25d0
  y = x*cell(x)
end subroutine
