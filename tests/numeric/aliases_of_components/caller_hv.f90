subroutine outer_hv(x, xd, xb, xbd, y, yb)
  use ties
  use aliases_of_components_m
  use aliases_of_components_m_hvb
  use aliases_of_components_m_hvd
  use aliases_of_components_m_hv
  implicit none
  real(8), intent(in) :: x(6), xd(6)
  real(8), intent(out) :: xb(6), xbd(6)
  real(8), intent(inout) :: y(6, 7), yb(6, 7)
  real(8), target :: t(6), o(3), n(9), td(6), o_d(3), nn(9), tb(6), ob(3), nb(9), tbd(6), obd(3), nbd(9)
  type(view) :: box, boxd, boxb, boxbd
  type(view), target :: alone, aloned, aloneb, alonebd
  type(field), target :: g, gd, gb, gbd
  integer :: k
  alone%v => n(8:9)
  aloned%v => nn(8:9)
  aloneb%v => nb(8:9)
  alonebd%v => nbd(8:9)
  xb = 0
  xbd = 0
  do k = 1, 7
    t = x
    o = x(1:3)**2
    n = 0.7d0
    g = field([1.1d0, 1.1d0, 1.1d0], [0.4d0, 0.9d0])
    store = field([0.3d0, 0.8d0, 0.6d0], [0.2d0, 0.5d0])
    td = xd
    o_d = 2*x(1:3)*xd(1:3)
    nn = -x(1)
    gd = field([x(1), x(2), x(3)], [-x(1), x(1)])
    stored = field([0d0, 0d0, 0d0], [-x(1), x(1)])
    tb = 17
    ob = 0
    nb = -x(1)
    gb = gd
    storeb = gd
    tbd = 18
    obd = 0
    nbd = -x(2)
    gbd = gd
    storebd = gd
    call tie(k, t, o, store%a, n, seen, more, box)
    call tie(k, td, o_d, stored%a, nn, seend, mored, boxd)
    call tie(k, tb, ob, storeb%a, nb, seenb, moreb, boxb)
    call tie(k, tbd, obd, storebd%a, nbd, seenbd, morebd, boxbd)
    boxd%weight = 0
    boxb%v = 19
    boxbd%v = 20
    more%weight = 0.6d0
    alone%weight = 0.9d0
    any => more(1 + mod(k, 2))
    anyd => mored(1 + mod(k, 2))
    anyb => moreb(1 + mod(k, 2))
    anybd => morebd(1 + mod(k, 2))
    if (k == 7) any => alone
    if (k == 7) anyd => aloned
    if (k == 7) anyb => aloneb
    if (k == 7) anybd => alonebd
    f => store
    fd => stored
    fb => storeb
    fbd => storebd
    if (k > 5) f => g
    if (k > 5) fd => gd
    if (k > 5) fb => gb
    if (k > 5) fbd => gbd
    call head_hv(t, td, tb, tbd, box, boxd, boxb, boxbd, y(:, k), yb(:, k))
    xb = xb + tb
    xbd = xbd + tbd
    xb(1:3) = xb(1:3) + 2*x(1:3)*ob
    xbd(1:3) = xbd(1:3) + 2*x(1:3)*obd + 2*xd(1:3)*ob
  end do
end subroutine outer_hv
