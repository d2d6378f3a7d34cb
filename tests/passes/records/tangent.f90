! Unchanged: the tangent of a copy is a copy of the tangent.
! head: f(y)/(x)
! mode: tangent
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type point
    real(8) :: u, v
  end type
  type(point) :: a, b
  a%u = x
  a%v = x**2
  b = a
  y = b%u*b%v
end subroutine
