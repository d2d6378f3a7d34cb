! Unchanged: a subroutine has no type, and a function that is called here already has one.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  external g
  real(8), external :: h
  call apply(g, x, y)
  y = y*h(x)
end subroutine
subroutine g(x, y)
  real(8) :: x, y
  y = x**2
end subroutine
real(8) function h(x)
  real(8) :: x
  h = 3*x
end function
subroutine apply(s, x, y)
  external s
  real(8) :: x, y
  call s(x, y)
end subroutine
