! A computed GOTO becomes a choice of plain jumps.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  goto (10, 20), n + 1
  y = y*x
10 y = y*x
20 y = y*x
end subroutine
