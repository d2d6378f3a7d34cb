subroutine outer_hv(x, xd, xb, xbd, y, yb)
  use pointers_apart_m
  use pointers_apart_m_hvb
  use pointers_apart_m_hvd
  use pointers_apart_m_hv
  implicit none
  real(8), intent(in) :: x(4), xd(4)
  real(8), intent(out) :: xb(4), xbd(4)
  real(8), intent(inout) :: y(3), yb(3)
  real(8), target :: t(4), a(4), b(4), td(4), ad(4), bd(4), tb(4), ab(4), bb(4), tbd(4), abd(4), bbd(4)
  t = x
  a = x(4:1:-1)
  b = [0.3d0, 0.6d0, 0.5d0, 1.2d0]
  td = xd
  ad = xd(4:1:-1)
  bd = -x(1)
  tb = 17
  ab = 18
  bb = -x(1)
  tbd = 19
  abd = 20
  bbd = -x(2)
  p => a
  q => b
  pd => ad
  qd => bd
  pb => ab
  qb => bb
  pbd => abd
  qbd => bbd
  call head_hv(t, td, tb, tbd, y, yb)
  xb = tb + ab(4:1:-1)
  xbd = tbd + abd(4:1:-1)
end subroutine outer_hv
