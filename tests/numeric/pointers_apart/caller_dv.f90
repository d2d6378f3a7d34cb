subroutine outer_@(x, xd, y, yd, nd)
  use pointers_apart_m
  use pointers_apart_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(4), xd(nd, 4)
  real(8), intent(out) :: y(3), yd(nd, 3)
  real(8), target :: t(4), a(4), b(4), td(nd, 4), ad(nd, 4), bd(nd, 4)
  t = x
  td = xd
  a = x(4:1:-1)
  ad = xd(:, 4:1:-1)
  b = [0.3d0, 0.6d0, 0.5d0, 1.2d0]
  bd = -x(1)
  p => a
  pd => ad
  q => b
  qd => bd
  call head_@(t, td, y, yd, nd)
end subroutine outer_@
