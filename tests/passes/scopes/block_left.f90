! Unchanged: an EXIT names the BLOCK, so it must stay until jumps are structured.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  positive: block
    if (x > 0) exit positive
    y = -x
  end block positive
  y = y*y
end subroutine
