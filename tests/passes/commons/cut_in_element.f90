! Unchanged: the shorter view ends inside an element of the longer one, so no variable begins there.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a(2)
  common /mixed/ a
  a = x
  call mark
  y = a(1)*a(2)
end subroutine
subroutine mark
  integer :: flags(3)
  common /mixed/ flags
  if (flags(3) == 0) stop
end subroutine
