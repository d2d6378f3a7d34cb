! Figure 4 (a): three uses of one address in one expression are one vertex.
subroutine figure4a(q, y)
  real(8), intent(in) :: q
  real(8), intent(out) :: y
  y = q + q + q
end subroutine
