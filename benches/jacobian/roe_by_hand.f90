! The Jacobian of the flux of Roe (tests/elimination/roe_flux_1d.f90), written by hand through six quantities: the jumps
! of density, pressure and velocity, the geometric mean, u and h.
subroutine roe_by_hand(left, right, flux, jl, jr)
  implicit none
  real(8), intent(in) :: left(3), right(3)
  real(8), intent(out) :: flux(3), jl(3, 3), jr(3, 3)
  real(8), parameter :: g1 = 0.5d0 - 1d0
  real(8) :: rl, rr, sl, sr, iw, il, ir, vl, vr, pl, pr, hl, hr, geo, jump, dp, dv, u, h, q2, a2, a, ia, ia2, sa, su, fast, same
  real(8) :: b, p, e0, e1, e2, x, xp, s1, s2, c0
  real(8) :: da_u, da_h, df_u, df_h, db_u, db_h, dp_u, dp_h
  real(8) :: e0j, e0d, e0u, e0h, e1g, e1v, e1d, e1u, e1h, e2g, e2v, e2d, e2u, e2h
  real(8) :: d(3, 6), t1, t2, t3, f1, f2, f3, d1, d2, d3
  integer :: k
  rl = left(1); rr = right(1)
  sl = sqrt(rl); sr = sqrt(rr)
  il = 1d0/rl; ir = 1d0/rr
  vl = left(2)*il; vr = right(2)*ir
  pl = g1*(left(3) - 0.5d0*left(2)*vl)
  pr = g1*(right(3) - 0.5d0*right(2)*vr)
  hl = (left(3) + pl)*il; hr = (right(3) + pr)*ir
  iw = 1d0/(sl + sr)
  geo = sl*sr
  jump = rr - rl; dp = pr - pl; dv = vr - vl
  u = (sl*vl + sr*vr)*iw
  h = (sl*hl + sr*hr)*iw
  q2 = u*u
  a2 = g1*(h - 0.5d0*q2)
  a = sqrt(a2); ia = 1d0/a; ia2 = ia*ia
  sa = sign(1d0, u + a); su = sign(1d0, u)
  fast = abs(u + a); same = abs(u)
  b = geo*dv*ia; p = dp*ia2
  c0 = jump - p
  e0 = c0*same
  e1 = 0.5d0*(b + p)*fast
  e2 = 0.5d0*(b - p)*same
  ! derivatives by u and h
  da_u = -0.5d0*g1*u*ia; da_h = 0.5d0*g1*ia
  df_u = sa*(1d0 + da_u); df_h = sa*da_h
  db_u = -b*ia*da_u; db_h = -b*ia*da_h
  dp_u = -2d0*p*ia*da_u; dp_h = -2d0*p*ia*da_h
  e0j = same; e0d = -ia2*same; e0u = -dp_u*same + c0*su; e0h = -dp_h*same
  x = 0.5d0*fast; s1 = 0.5d0*(b + p)
  e1g = x*dv*ia; e1v = x*geo*ia; e1d = x*ia2
  e1u = x*(db_u + dp_u) + s1*df_u; e1h = x*(db_h + dp_h) + s1*df_h
  xp = 0.5d0*same; s2 = 0.5d0*(b - p)
  e2g = xp*dv*ia; e2v = xp*geo*ia; e2d = -xp*ia2
  e2u = xp*(db_u - dp_u) + s2*su; e2h = xp*(db_h - dp_h)
  t1 = u + a; t2 = u - a
  d(1, 1) = e0j; d(1, 2) = e1g - e2g; d(1, 3) = e0d + e1d - e2d; d(1, 4) = e1v - e2v
  d(1, 5) = e0u + e1u - e2u; d(1, 6) = e0h + e1h - e2h
  d(2, 1) = e0j*u; d(2, 2) = e1g*t1 - e2g*t2; d(2, 3) = e0d*u + e1d*t1 - e2d*t2; d(2, 4) = e1v*t1 - e2v*t2
  d(2, 5) = e0u*u + e0 + e1u*t1 + e1*(1d0 + da_u) - e2u*t2 - e2*(1d0 - da_u)
  d(2, 6) = e0h*u + e1h*t1 + e1*da_h - e2h*t2 + e2*da_h
  t3 = u*a; f1 = h + t3; f2 = h - t3; f3 = 0.5d0*q2
  d(3, 1) = e0j*f3; d(3, 2) = e1g*f1 - e2g*f2; d(3, 3) = e0d*f3 + e1d*f1 - e2d*f2; d(3, 4) = e1v*f1 - e2v*f2
  d(3, 5) = e0u*f3 + e0*u + e1u*f1 + e1*(a + u*da_u) - e2u*f2 + e2*(a + u*da_u)
  d(3, 6) = e0h*f3 + e1h*f1 + e1*(1d0 + u*da_h) - e2h*f2 - e2*(1d0 - u*da_h)
  d1 = e0 + e1 - e2
  d2 = e0*u + e1*t1 - e2*t2
  d3 = e0*f3 + e1*f1 - e2*f2
  flux(1) = 0.5d0*(left(2) + right(2) - d1)
  flux(2) = 0.5d0*((pl + left(2)*vl) + (pr + right(2)*vr) - d2)
  flux(3) = 0.5d0*(vl*(pl + left(3)) + vr*(pr + right(3)) - d3)
  call side(left, vl, pl, hl, il, sl, -1d0, sr, jl)
  call side(right, vr, pr, hr, ir, sr, 1d0, sl, jr)
contains
  subroutine side(q, v, pp, hh, ii, ss, sg, other, j)
    real(8), intent(in) :: q(3), v, pp, hh, ii, ss, sg, other
    real(8), intent(out) :: j(3, 3)
    real(8) :: p1, p2, v1, v2, h1, h2, h3, w1, u1, u2, k1, k2, k3, g
    p1 = 0.5d0*g1*v*v; p2 = -g1*v
    v1 = -v*ii; v2 = ii
    h1 = (p1 - hh)*ii; h2 = p2*ii; h3 = (1d0 + g1)*ii
    w1 = 0.5d0/ss
    u1 = ((v - u)*w1 + ss*v1)*iw; u2 = ss*v2*iw
    k1 = ((hh - h)*w1 + ss*h1)*iw; k2 = ss*h2*iw; k3 = ss*h3*iw
    g = other*w1
    do k = 1, 3
      j(k, 1) = -0.5d0*(sg*(d(k, 1) + d(k, 3)*p1 + d(k, 4)*v1) + d(k, 2)*g + d(k, 5)*u1 + d(k, 6)*k1)
      j(k, 2) = -0.5d0*(sg*(d(k, 3)*p2 + d(k, 4)*v2) + d(k, 5)*u2 + d(k, 6)*k2)
      j(k, 3) = -0.5d0*(sg*d(k, 3)*g1 + d(k, 6)*k3)
    end do
    j(1, 2) = j(1, 2) + 0.5d0
    j(2, 1) = j(2, 1) + 0.5d0*(p1 - v*v)
    j(2, 2) = j(2, 2) + 0.5d0*(p2 + 2d0*v)
    j(2, 3) = j(2, 3) + 0.5d0*g1
    j(3, 1) = j(3, 1) + 0.5d0*(v1*(pp + q(3)) + v*p1)
    j(3, 2) = j(3, 2) + 0.5d0*(v2*(pp + q(3)) + v*p2)
    j(3, 3) = j(3, 3) + 0.5d0*v*(g1 + 1d0)
  end subroutine side
end subroutine roe_by_hand
