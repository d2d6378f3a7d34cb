! Unchanged: no derivative flows through the test of a branch or through a subscript.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: y
  if (square(x(1)) > 2) y = y*x(cell(y))
contains
  real(8) function square(a)
    real(8), intent(in) :: a
    square = a*a
  end function
  integer function cell(a)
    real(8), intent(in) :: a
    cell = mod(int(a), 3) + 1
  end function
end subroutine
