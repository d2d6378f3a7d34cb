subroutine outer_hv(x, xd, xb, xbd, y, yb)
  use ties
  use aliases_of_module_pointers_m
  use aliases_of_module_pointers_m_hvb
  use aliases_of_module_pointers_m_hvd
  use aliases_of_module_pointers_m_hv
  implicit none
  real(8), intent(in) :: x(6), xd(6)
  real(8), intent(out) :: xb(6), xbd(6)
  real(8), intent(inout) :: y(7, 6), yb(7, 6)
  real(8), target :: t(6), o(7), td(6), od(7), tb(6), ob(7), tbd(6), obd(7)
  integer :: k
  xb = 0
  xbd = 0
  do k = 1, 6
    t = x
    td = xd
    o = [0.8d0, 1.2d0, 0.5d0, 0.9d0, 0.6d0, 1.1d0, 0.3d0]
    od = -x(1)
    tb = 17
    tbd = 18
    ob = -x(1)
    obd = -x(2)
    call tie(k, t, o, p, q, one)
    call tie(k, td, od, pd, qd, oned)
    call tie(k, tb, ob, pb, qb, oneb)
    call tie(k, tbd, obd, pbd, qbd, onebd)
    call head_hv(t, td, tb, tbd, y(:, k), yb(:, k))
    xb = xb + tb
    xbd = xbd + tbd
  end do
end subroutine outer_hv
