! Unchanged: here `base` is an ordinary component with a different `x`.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type base
    real(8) :: x
  end type
  type, extends(base) :: wing
  end type
  type plane
    type(base) :: base
    real(8) :: x
  end type
  type(plane) :: p
  type(wing) :: w
  p%base%x = x
  p%x = 3
  w%x = 2
  y = p%base%x*p%x*w%x
end subroutine
