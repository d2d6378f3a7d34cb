subroutine outer_@(x, xb, y, yb, nd)
  use ties
  use aliases_of_components_m
  use aliases_of_components_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: xb(nd, 6)
  real(8), intent(inout) :: y(6, 7), yb(nd, 6, 7)
  real(8), target :: t(6), o(3), n(9), tb(nd, 6), ob(nd, 3), nb(nd, 9)
  type(view) :: box, boxb(nd)
  type(view), target :: alone, aloneb(nd)
  type(field), target :: g, gb(nd)
  integer :: k, j
  call allocate_aliases_of_components_m_@(nd)
  alone%v => n(8:9)
  xb = 0
  do k = 1, 7
    t = x
    o = x(1:3)**2
    n = 0.7d0
    g%values = [0.4d0, 0.9d0]
    g%a = 1.1d0
    store%a = [0.3d0, 0.8d0, 0.6d0]
    store%values = [0.2d0, 0.5d0]
    call tie(k, t, o, store%a, n, seen, more, box)
    tb = 17
    ob = 0
    nb = -x(1)
    do j = 1, nd
      aloneb(j)%v => nb(j, 8:9)
      gb(j)%values = [-x(1), x(1)]
      gb(j)%a = x(2)
      storeb(j)%a = x(3)
      storeb(j)%values = [-x(1), x(1)]
      call tie(k, tb(j, :), ob(j, :), storeb(j)%a, nb(j, :), seenb(j), moreb(j, :), boxb(j))
      boxb(j)%v = 18
      moreb(j, :)%weight = x(1)
    end do
    more%weight = 0.6d0
    alone%weight = 0.9d0
    any => more(1 + mod(k, 2))
    anyb => moreb(:, 1 + mod(k, 2))
    if (k == 7) any => alone
    if (k == 7) anyb => aloneb
    f => store
    fb => storeb
    if (k > 5) f => g
    if (k > 5) fb => gb
    call head_@(t, tb, box, boxb, y(:, k), yb(:, :, k), nd)
    xb = xb + tb
    do j = 1, nd
      xb(j, 1:3) = xb(j, 1:3) + 2*x(1:3)*ob(j, :)
    end do
  end do
end subroutine outer_@
