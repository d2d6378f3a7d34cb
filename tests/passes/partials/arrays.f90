! Arrays take part element by element, with a scalar.
! head: f(y)/(x)
! external: eos.toml
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3, 2)
  real(8) :: a(3), b(3)
  call eos(x, x(2), y(:, 1), a, b)
  y(:, 2) = y(:, 1)
end subroutine
