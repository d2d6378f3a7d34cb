! Figure 6 (c): y = x is the vertex of an independent and of a dependent.
subroutine figure6c(x, y, z)
  real(8), intent(in) :: x
  real(8), intent(out) :: y, z
  y = x
  z = sin(y)
end subroutine
