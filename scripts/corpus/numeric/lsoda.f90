! Three species with reactions of very different speed, as a function of initial values, rates and time.
! The library's messages are written here instead of by R.
subroutine integrate(y, k, t, info)
   implicit none
   real(8), intent(inout) :: y(3)
   real(8), intent(in) :: k(3), t
   integer, intent(out) :: info
   integer, parameter :: lrw = 22 + 9*3 + 9 + 30, liw = 23
   real(8) :: rwork(lrw), t0, atol(3), rtol(1), rpar(3)
   integer :: iwork(liw), istate, neq(1), ipar(1)
   external rates, jacobian
   t0 = 0
   neq = 3
   istate = 1
   rtol = 1d-6
   atol = [1d-8, 1d-10, 1d-8]
   rpar = k
   ipar = 0
   iwork = 0
   rwork = 0
   call dlsoda(rates, neq, y, t0, t, 2, rtol, atol, 1, istate, 0, rwork, lrw, iwork, liw, jacobian, 1, rpar, ipar)
   info = istate
end subroutine integrate
subroutine rates(neq, t, y, ydot, rpar, ipar)
   implicit none
   integer :: neq(*), ipar(*)
   real(8) :: t, y(*), ydot(*), rpar(*)
   ydot(1) = -rpar(1)*y(1) + rpar(2)*y(2)*y(3)
   ydot(3) = rpar(3)*y(2)*y(2)
   ydot(2) = -ydot(1) - ydot(3)
end subroutine rates
subroutine jacobian(neq, t, y, ml, mu, pd, nrpd, rpar, ipar)
   implicit none
   integer :: neq(*), ml, mu, nrpd, ipar(*)
   real(8) :: t, y(*), pd(nrpd, *), rpar(*)
   pd(1, 1) = -rpar(1)
   pd(1, 2) = rpar(2)*y(3)
   pd(1, 3) = rpar(2)*y(2)
   pd(2, 1) = rpar(1)
   pd(2, 2) = -rpar(2)*y(3) - 2*rpar(3)*y(2)
   pd(2, 3) = -rpar(2)*y(2)
   pd(3, 1) = 0
   pd(3, 2) = 2*rpar(3)*y(2)
   pd(3, 3) = 0
end subroutine jacobian
subroutine xerrwd(msg, nmes, nerr, level, ni, i1, i2, nr, r1, r2)
   implicit none
   character(*) :: msg
   integer :: nmes, nerr, level, ni, i1, i2, nr
   real(8) :: r1, r2
   write (*, '(1x, a)') msg(1:nmes)
   if (ni == 1) write (*, *) 'i1 =', i1
   if (ni == 2) write (*, *) 'i1, i2 =', i1, i2
   if (nr == 1) write (*, *) 'r1 =', r1
   if (nr == 2) write (*, *) 'r1, r2 =', r1, r2
   if (level == 2) stop
end subroutine xerrwd
subroutine rprintf(msg)
   implicit none
   character(*) :: msg
   write (*, *) msg
end subroutine rprintf
subroutine rprintfd2(msg, a, b)
   implicit none
   character(*) :: msg
   real(8) :: a, b
   write (*, *) msg, a, b
end subroutine rprintfd2
