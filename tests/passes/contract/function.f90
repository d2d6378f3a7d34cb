! A function: its value is an argument of the Jacobian. A number has no partial derivative.
! head: f(y)/(x)
! contracted: hill(h)/(a, b) hill_bj
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  interface
    function hill(a, b) result(h)
      real(8), intent(in) :: a, b
      real(8) :: h
    end function
  end interface
  y = hill(x(1), x(2))*hill(x(2), 2.0d0)
end subroutine

subroutine hill_bj(a, b, h, h_a, h_b)
  implicit none
  real(8), intent(in) :: a, b
  real(8), intent(out) :: h, h_a, h_b
  h = a/(1 + b)
  h_a = 1/(1 + b)
  h_b = -h/(1 + b)
end subroutine

function hill(a, b) result(h)
  implicit none
  real(8), intent(in) :: a, b
  real(8) :: h
  h = a/(1 + b)
end function
