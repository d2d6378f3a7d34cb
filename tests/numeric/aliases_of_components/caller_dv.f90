subroutine outer_@(x, xd, y, yd, nd)
  use ties
  use aliases_of_components_m
  use aliases_of_components_m_@
  implicit none
  integer, intent(in) :: nd
  real(8), intent(in) :: x(6), xd(nd, 6)
  real(8), intent(out) :: y(6, 7), yd(nd, 6, 7)
  real(8), target :: t(6), o(3), n(9), td(nd, 6), o_d(nd, 3), nn(nd, 9)
  type(view) :: box, boxd(nd)
  type(view), target :: alone, aloned(nd)
  type(field), target :: g, gd(nd)
  integer :: k, j
  call allocate_aliases_of_components_m_@(nd)
  alone%v => n(8:9)
  do k = 1, 7
    t = x
    o = x(1:3)**2
    n = 0.7d0
    g%values = [0.4d0, 0.9d0]
    g%a = 1.1d0
    store%a = [0.3d0, 0.8d0, 0.6d0]
    store%values = [0.2d0, 0.5d0]
    call tie(k, t, o, store%a, n, seen, more, box)
    td = xd
    nn = -x(1)
    do j = 1, nd
      aloned(j)%v => nn(j, 8:9)
      gd(j)%values = [-x(1), x(1)]
      gd(j)%a = x(2)
      stored(j)%a = 0
      if (k /= 3) stored(j)%a = x(3)
      stored(j)%values = [-x(1), x(1)]
      o_d(j, :) = 2*x(1:3)*xd(j, 1:3)
      call tie(k, td(j, :), o_d(j, :), stored(j)%a, nn(j, :), seend(j), mored(j, :), boxd(j))
      boxd(j)%weight = 0
      mored(j, :)%weight = x(1)
    end do
    more%weight = 0.6d0
    alone%weight = 0.9d0
    any => more(1 + mod(k, 2))
    anyd => mored(:, 1 + mod(k, 2))
    if (k == 7) any => alone
    if (k == 7) anyd => aloned
    f => store
    fd => stored
    if (k > 5) f => g
    if (k > 5) fd => gd
    call head_@(t, td, box, boxd, y(:, k), yd(:, :, k), nd)
  end do
end subroutine outer_@
