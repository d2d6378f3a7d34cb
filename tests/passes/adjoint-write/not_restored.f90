! Unchanged: the adjoint of the call sets `w` without its old value, so the caller restores `w`.
! head: f(y)/(x)
subroutine f(x, w, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: w, y
  y = w*x
  call step(w, y)
end subroutine
subroutine step(w, y)
  real(8), intent(inout) :: w, y
  w = 3
  y = y*w
end subroutine
