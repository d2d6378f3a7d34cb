! What the fixture calls, and derivatives written by hand.

real(8) function polyval(n, c, x)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), x
   integer :: i
   polyval = 0
   do i = n, 1, -1
      polyval = polyval*x + c(i)
   end do
end function polyval

real(8) function polyval_tangent(n, c, cd, x, xd, value)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), cd(n), x, xd
   real(8), intent(out) :: value
   integer :: i
   value = 0
   polyval_tangent = 0
   do i = n, 1, -1
      polyval_tangent = polyval_tangent*x + value*xd + cd(i)
      value = value*x + c(i)
   end do
end function polyval_tangent

subroutine polyval_adjoint(n, c, cb, x, xb, valueb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), x, valueb
   real(8), intent(inout) :: cb(n), xb
   integer :: i
   do i = 1, n
      cb(i) = cb(i) + x**(i - 1)*valueb
      if (i > 1) xb = xb + (i - 1)*c(i)*x**(i - 2)*valueb
   end do
end subroutine polyval_adjoint

subroutine blend(n, x, t, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: y(n)
   y = t*x*y
end subroutine blend

subroutine blend_tangent(n, x, xd, t, td, y, yd)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n), t, td
   real(8), intent(inout) :: y(n), yd(n)
   yd = td*x*y + t*xd*y + t*x*yd
   y = t*x*y
end subroutine blend_tangent

! it leaves its arguments changed, as adjoints may
subroutine blend_adjoint(n, x, xb, t, tb, y, yb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: xb(n), tb, y(n), yb(n)
   xb = xb + t*y*yb
   tb = tb + sum(x*y*yb)
   yb = t*x*yb
   y = -1000
end subroutine blend_adjoint

subroutine relax(n, alpha, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: alpha, x(n)
   real(8), intent(inout) :: y(n)
   y = y + alpha*(x - y)
end subroutine relax

real(8) function mean(n, x)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   mean = sum(x)/n
end function mean

module relaxation
   implicit none
contains
   subroutine relax_tangent(n, alpha, alphad, x, xd, y, yd)
      integer, intent(in) :: n
      real(8), intent(in) :: alpha, x(*)
      real(8), intent(in), optional :: alphad, xd(*)
      real(8), intent(inout) :: y(*)
      real(8), intent(inout), optional :: yd(*)
      if (present(yd)) then
         yd(:n) = (1 - alpha)*yd(:n)
         if (present(xd)) yd(:n) = yd(:n) + alpha*xd(:n)
         if (present(alphad)) yd(:n) = yd(:n) + alphad*(x(:n) - y(:n))
      end if
      y(:n) = y(:n) + alpha*(x(:n) - y(:n))
   end subroutine relax_tangent

   subroutine relax_adjoint(n, alpha, alphab, x, xb, y, yb)
      integer, intent(in) :: n
      real(8), intent(in) :: alpha, x(*), y(*)
      real(8), intent(inout), optional :: alphab, xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(alphab)) alphab = alphab + sum((x(:n) - y(:n))*yb(:n))
      if (present(xb)) xb(:n) = xb(:n) + alpha*yb(:n)
      yb(:n) = (1 - alpha)*yb(:n)
   end subroutine relax_adjoint

   real(8) function mean_tangent(n, x, xd, value)
      integer, intent(in) :: n
      real(8), intent(in) :: x(*)
      real(8), intent(in), optional :: xd(*)
      real(8), intent(out) :: value
      value = sum(x(:n))/n
      mean_tangent = 0
      if (present(xd)) mean_tangent = sum(xd(:n))/n
   end function mean_tangent

   subroutine mean_adjoint(n, x, xb, valueb)
      integer, intent(in) :: n
      real(8), intent(in) :: x(*)
      real(8), intent(inout), optional :: xb(*)
      real(8), intent(in) :: valueb
      if (present(xb)) xb(:n) = xb(:n) + valueb/n
   end subroutine mean_adjoint
end module relaxation

subroutine largest(n, x, place)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   integer, intent(out) :: place
   place = maxloc(x, 1)
end subroutine largest

subroutine fill(n, w)
   implicit none
   integer, intent(in) :: n
   real(8), intent(out) :: w(n)
   integer :: i
   w = [(dble(i), i = 1, n)]
end subroutine fill
