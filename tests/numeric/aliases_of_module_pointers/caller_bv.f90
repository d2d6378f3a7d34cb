subroutine outer_bv(x, xb, y, yb, nd)
  use ties
  use aliases_of_module_pointers_m
  use aliases_of_module_pointers_m_bv
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: xb(nd, 6)
  real(8), intent(inout) :: y(7, 6), yb(nd, 7, 6)
  real(8), target :: t(6), o(7), tb(nd, 6), ob(nd, 7)
  integer :: k
  xb = 0
  do k = 1, 6
    t = x
    o = [0.8d0, 1.2d0, 0.5d0, 0.9d0, 0.6d0, 1.1d0, 0.3d0]
    tb = 17
    ob = -x(1)
    call tie(k, t, o, p, q, one)
    call tie_shadows(k, tb, ob, pb, qb, oneb)
    call head_bv(t, tb, y(:, k), yb(:, :, k), nd)
    xb = xb + tb
  end do
end subroutine outer_bv
