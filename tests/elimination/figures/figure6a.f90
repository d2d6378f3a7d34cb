! Figure 6 (a): the dependent v is not maximal.
subroutine figure6a(x, v, y)
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: v, y
  v = x(1)*x(2)
  y = sin(v)
end subroutine
