! Procedures whose description names no partial derivatives stay as they are.
! head: f(y)/(x)
! external: eos.toml
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call g(x, y)
end subroutine
subroutine g(x, y)
  real(8) :: x, y
  y = x
end subroutine
