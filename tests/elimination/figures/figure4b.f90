! Figure 4 (b): three uses whose addresses may be equal, and no assignment: a vertex for each, and no split.
subroutine figure4b(z, i, j, k, y)
  real(8), intent(in) :: z(9)
  integer, intent(in) :: i, j, k
  real(8), intent(out) :: y
  y = z(i) + z(j) + z(k)
end subroutine
