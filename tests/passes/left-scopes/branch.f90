! Left alone: a named IF that is left is no scope, and has become a branch with the jump.
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
