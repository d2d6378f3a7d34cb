! A function through which a derivative flows is called in a separate statement, and so is its argument.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*square(x + 1)
contains
  real(8) function square(a)
    real(8), intent(in) :: a
    square = a*a
  end function
end subroutine
