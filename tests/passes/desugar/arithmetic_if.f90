! An arithmetic IF becomes a choice of plain jumps; its expression is evaluated once.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = 1
  if (x*x - 2) 10, 20, 30
10 y = x
20 y = y*x
30 y = y + x
end subroutine
