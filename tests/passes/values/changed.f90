! The procedure changes a copy of an argument with VALUE, so the body works on a local variable.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call halve(x, y)
  y = y*x
contains
  subroutine halve(a, b)
    real(8), value :: a
    real(8), intent(out) :: b
    a = 0.5d0*a
    b = a*a
  end subroutine
end subroutine
