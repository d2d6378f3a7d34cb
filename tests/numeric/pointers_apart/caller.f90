subroutine outer(x, y)
  use pointers_apart_m
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(3)
  real(8), target :: t(4), a(4), b(4)
  t = x
  a = x(4:1:-1)
  b = [0.3d0, 0.6d0, 0.5d0, 1.2d0]
  p => a
  q => b
  call head(t, y)
end subroutine outer
