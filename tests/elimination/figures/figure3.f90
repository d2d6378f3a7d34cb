! Figure 3: uses and their sets of addresses. q has the address of b alone, p that of a or of b.
subroutine figure3(x, choose, y)
  real(8), intent(in) :: x
  logical, intent(in) :: choose
  real(8), intent(out) :: y(3)
  real(8), target :: a, b
  real(8), pointer :: p, q
  p => a
  q => b
  if (choose) p => b
  a = x
  b = x*x
  y(1) = a*x
  y(2) = q*x
  y(3) = p*x
end subroutine
