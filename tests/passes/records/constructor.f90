! A structure constructor becomes an assignment to each component; all values are computed before the first one.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type point
    real(8) :: u, v
  end type
  type(point) :: p
  p = point(x, x**2)
  p = point(p%v, p%u)
  y = p%u*p%v
end subroutine
