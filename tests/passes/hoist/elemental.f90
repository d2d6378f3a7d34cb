! A call of an elemental procedure with arrays becomes a loop of calls with their elements.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  call square(x, y)
contains
  elemental subroutine square(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = a*a
  end subroutine
end subroutine
