! What the fixture calls, and derivatives of one direction.

real(8) function pointwise(x, t)
   implicit none
   real(8), intent(in) :: x, t
   pointwise = x**2 + t*x
end function pointwise

real(8) function pointwise_d(x, xd, t, td, value)
   implicit none
   real(8), intent(in) :: x, xd, t, td
   real(8), intent(out) :: value
   value = x**2 + t*x
   pointwise_d = (2*x + t)*xd + x*td
end function pointwise_d

subroutine pointwise_b(x, xb, t, tb, valueb)
   implicit none
   real(8), intent(in) :: x, t, valueb
   real(8), intent(inout) :: xb, tb
   xb = xb + (2*x + t)*valueb
   tb = tb + x*valueb
end subroutine pointwise_b

subroutine blend(n, x, t, y, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: y(n)
   integer, intent(inout) :: k
   y = t*x*y
   k = k + 1
end subroutine blend

subroutine blend_d(n, x, xd, t, td, y, yd, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n), t, td
   real(8), intent(inout) :: y(n), yd(n)
   integer, intent(inout) :: k
   yd = td*x*y + t*xd*y + t*x*yd
   y = t*x*y
   k = k + 1
end subroutine blend_d

! it leaves its arguments changed, as adjoints may
subroutine blend_b(n, x, xb, t, tb, y, yb, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: xb(n), tb, y(n), yb(n)
   integer, intent(inout) :: k
   xb = xb + t*y*yb
   tb = tb + sum(x*y*yb)
   yb = t*x*yb
   y = -1000
   k = -1000
end subroutine blend_b

subroutine both(n, x, u, v)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(inout) :: u(n), v(n)
   u = u + x
   v = v*x
end subroutine both

subroutine both_d(n, x, xd, u, ud, v, vd)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n)
   real(8), intent(inout) :: u(n), ud(n), v(n), vd(n)
   ud = ud + xd
   vd = vd*x + v*xd
   u = u + x
   v = v*x
end subroutine both_d

subroutine both_b(n, x, xb, u, ub, v, vb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(inout) :: xb(n), u(n), ub(n), v(n), vb(n)
   xb = xb + ub + v*vb
   vb = vb*x
   u = 0
   v = 0
end subroutine both_b

! Tangents of the adjoints, for second derivatives.

subroutine pointwise_b_d(x, xd, xb, xbd, t, td, tb, tbd, valueb, valuebd)
   implicit none
   real(8), intent(in) :: x, xd, t, td, valueb, valuebd
   real(8), intent(inout) :: xb, xbd, tb, tbd
   xbd = xbd + (2*xd + td)*valueb + (2*x + t)*valuebd
   xb = xb + (2*x + t)*valueb
   tbd = tbd + xd*valueb + x*valuebd
   tb = tb + x*valueb
end subroutine pointwise_b_d

subroutine blend_b_d(n, x, xd, xb, xbd, t, td, tb, tbd, y, yd, yb, ybd, k)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n), t, td
   real(8), intent(inout) :: xb(n), xbd(n), tb, tbd, y(n), yd(n), yb(n), ybd(n)
   integer, intent(inout) :: k
   xbd = xbd + td*y*yb + t*yd*yb + t*y*ybd
   tbd = tbd + sum(xd*y*yb + x*yd*yb + x*y*ybd)
   ybd = td*x*yb + t*xd*yb + t*x*ybd
   yd = 0
   call blend_b(n, x, xb, t, tb, y, yb, k)
end subroutine blend_b_d

subroutine both_b_d(n, x, xd, xb, xbd, u, ud, ub, ubd, v, vd, vb, vbd)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n)
   real(8), intent(inout) :: xb(n), xbd(n), u(n), ud(n), ub(n), ubd(n), v(n), vd(n), vb(n), vbd(n)
   xbd = xbd + ubd + vd*vb + v*vbd
   vbd = vbd*x + vb*xd
   ud = 0
   vd = 0
   call both_b(n, x, xb, u, ub, v, vb)
end subroutine both_b_d
