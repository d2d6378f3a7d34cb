! Unchanged: a named IF is not a scope; `jumps` has made it a branch.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  small: if (x < 10) then
    y = y*x
    if (y > 50) exit small
    y = y*x
  end if small
  y = y + 1
end subroutine
