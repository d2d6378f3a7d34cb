subroutine outer_@(x, x@, y, y@)
  use pointers_apart_m
  use pointers_apart_m_@
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: x@(4)
  real(8), intent(inout) :: y(3), y@(3)
  real(8), target :: t(4), a(4), b(4), t@(4), a@(4), b@(4)
  t = x
  a = x(4:1:-1)
  b = [0.3d0, 0.6d0, 0.5d0, 1.2d0]
  t@ = 17
  a@ = 18
  b@ = -x(1)
  p => a
  p@ => a@
  q => b
  q@ => b@
  call head_@(t, t@, y, y@)
  x@ = t@ + a@(4:1:-1)
end subroutine outer_@
