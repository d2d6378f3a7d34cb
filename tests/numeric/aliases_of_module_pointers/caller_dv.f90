subroutine outer_dv(x, xd, y, yd, nd)
  use ties
  use aliases_of_module_pointers_m
  use aliases_of_module_pointers_m_dv
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6), xd(nd, 6)
  real(8), intent(out) :: y(7, 6), yd(nd, 7, 6)
  real(8), target :: t(6), o(7), td(nd, 6), od(nd, 7)
  integer :: k
  do k = 1, 6
    t = x
    td = xd
    o = [0.8d0, 1.2d0, 0.5d0, 0.9d0, 0.6d0, 1.1d0, 0.3d0]
    od = -x(1)
    call tie(k, t, o, p, q, one)
    call tie_shadows(k, td, od, pd, qd, oned)
    call head_dv(t, td, y(:, k), yd(:, :, k), nd)
  end do
end subroutine outer_dv
