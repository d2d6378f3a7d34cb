! The value of a function, in a tangent; what has no derivative has no term.
! head: f(y)/(x)
! mode: tangent
! external: eos.toml
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: a, b
  real(8), external :: pressure
  call eos(x(1), 2d0, y, a, b)
  y = y*pressure(x(2), a)
end subroutine
