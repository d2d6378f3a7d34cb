! The adjoint of the call restores the argument itself, so the caller does not save it around the adjoint.
! head: f(y)/(x)
subroutine f(x, w, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: w, y
  y = w*x
  call step(w, y)
end subroutine
subroutine step(w, y)
  real(8), intent(inout) :: w, y
  y = y*w
  w = w*w
  y = y*w
end subroutine
