! What the program calls, and derivatives written by hand to the interfaces that the messages show.

subroutine mix(t, u)
   implicit none
   real(8), intent(inout) :: t, u
   real(8) :: old
   old = t
   t = t + u**2
   u = u*old
end subroutine mix

subroutine mix_d(t, td, u, ud)
   implicit none
   real(8), intent(inout) :: t, td, u, ud
   real(8) :: old
   old = td
   td = td + 2*u*ud
   ud = ud*t + u*old
   call mix(t, u)
end subroutine mix_d

! it leaves its arguments changed, as adjoints may
subroutine mix_b(t, tb, u, ub)
   implicit none
   real(8), intent(inout) :: t, tb, u, ub
   real(8) :: new
   new = tb + u*ub
   ub = t*ub + 2*u*tb
   tb = new
   t = 1d3
   u = -1d3
end subroutine mix_b

subroutine smooth(u, v)
   implicit none
   real(8), intent(in) :: u(:)
   real(8), intent(out) :: v(:)
   v = u + cshift(u, 1)**2
end subroutine smooth

subroutine smooth_d(u, ud, v, vd)
   implicit none
   real(8), intent(in) :: u(:), ud(:)
   real(8), intent(out) :: v(:), vd(:)
   v = u + cshift(u, 1)**2
   vd = ud + 2*cshift(u, 1)*cshift(ud, 1)
end subroutine smooth_d

subroutine smooth_b(u, ub, v, vb)
   implicit none
   real(8), intent(in) :: u(:)
   real(8), intent(inout) :: ub(:), v(:), vb(:)
   ub = ub + vb + cshift(2*cshift(u, 1)*vb, -1)
   vb = 0
   v = 0
end subroutine smooth_b

real(8) function wave(t, k)
   implicit none
   real(8), intent(in) :: t
   integer, intent(in) :: k
   wave = sin(k*t)
end function wave

real(8) function wave_d(t, td, k, wave)
   implicit none
   real(8), intent(in) :: t, td
   integer, intent(in) :: k
   real(8), intent(out) :: wave
   wave = sin(k*t)
   wave_d = k*cos(k*t)*td
end function wave_d

subroutine wave_b(t, tb, k, waveb)
   implicit none
   real(8), intent(in) :: t, waveb
   real(8), intent(inout) :: tb
   integer, intent(in) :: k
   tb = tb + k*cos(k*t)*waveb
end subroutine wave_b

subroutine report(n, text)
   implicit none
   integer, intent(in) :: n
   character(len=*), intent(in) :: text
   if (n < 0) print *, text
end subroutine report

subroutine half_d(x, xd)
   implicit none
   real(8), intent(inout) :: x, xd
   xd = xd/2
   x = x/2
end subroutine half_d

subroutine half_b(x, xb)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(inout) :: xb
   xb = xb/2
end subroutine half_b
