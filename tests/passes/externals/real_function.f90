! An external function that is passed as an argument gets the type of its definition.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  external g
  call apply(g, x, y)
end subroutine
real(8) function g(x)
  real(8), intent(in) :: x
  g = x**2
end function
subroutine apply(h, x, y)
  real(8), external :: h
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = h(x)
end subroutine
