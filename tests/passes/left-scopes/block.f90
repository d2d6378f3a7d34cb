! The BLOCK that an EXIT leaves by its name disappears after the jump has become structured.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  positive: block
    real(8) :: t
    if (x > 0) exit positive
    t = x*x
    y = t
  end block positive
  y = y*y
end subroutine
