subroutine outer_@(x, xb, y, yb, nd)
  use pointers_apart_m
  use pointers_apart_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: xb(nd, 4)
  real(8), intent(inout) :: y(3), yb(nd, 3)
  real(8), target :: t(4), a(4), b(4), tb(nd, 4), ab(nd, 4), bb(nd, 4)
  t = x
  a = x(4:1:-1)
  b = [0.3d0, 0.6d0, 0.5d0, 1.2d0]
  tb = 17
  ab = 18
  bb = -x(1)
  p => a
  pb => ab
  q => b
  qb => bb
  call head_@(t, tb, y, yb, nd)
  xb = tb + ab(:, 4:1:-1)
end subroutine outer_@
