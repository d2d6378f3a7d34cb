! Figure 4 (c): as figure 2, and the address of x is among those of *z.
subroutine figure4c(z, i, j, y)
  real(8), intent(inout) :: z(9)
  integer, intent(in) :: i, j
  real(8), intent(out) :: y
  z(i) = -(z(i)*z(1))
  y = z(j)/z(1)
end subroutine
