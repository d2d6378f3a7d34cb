! A call is followed by the derivative of its result; expressions that carry one are variables by then.
! head: f(y)/(x)
! external: eos.toml
subroutine f(x, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: a, b
  call eos(x(1), x(2)*x(1), y, a, b)
end subroutine
