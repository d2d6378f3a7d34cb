! What the fixture calls, and derivatives for one direction and for many.

subroutine blend(n, x, t, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: y(n)
   y = t*x*y
end subroutine blend

subroutine blend_d(n, x, xd, t, td, y, yd)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), xd(n), t, td
   real(8), intent(inout) :: y(n), yd(n)
   yd = td*x*y + t*xd*y + t*x*yd
   y = t*x*y
end subroutine blend_d

subroutine blend_tangents(n, x, xd, t, td, y, yd, nd)
   implicit none
   integer, intent(in) :: n, nd
   real(8), intent(in) :: x(n), xd(nd, n), t, td(nd)
   real(8), intent(inout) :: y(n), yd(nd, n)
   integer :: i
   do i = 1, n
      yd(:, i) = td*x(i)*y(i) + t*xd(:, i)*y(i) + t*x(i)*yd(:, i)
      y(i) = t*x(i)*y(i)
   end do
end subroutine blend_tangents

subroutine blend_b(n, x, xb, t, tb, y, yb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), t
   real(8), intent(inout) :: xb(n), tb, y(n), yb(n)
   xb = xb + t*y*yb
   tb = tb + sum(x*y*yb)
   yb = t*x*yb
   y = -1000
end subroutine blend_b

real(8) function weighted(n, c, x)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), x(n)
   weighted = sum(c*x)
end function weighted

real(8) function weighted_d(n, c, cd, x, xd, value)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), cd(n), x(n), xd(n)
   real(8), intent(out) :: value
   value = sum(c*x)
   weighted_d = sum(cd*x + c*xd)
end function weighted_d

subroutine weighted_b(n, c, cb, x, xb, valueb)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: c(n), x(n), valueb
   real(8), intent(inout) :: cb(n), xb(n)
   cb = cb + x*valueb
   xb = xb + c*valueb
end subroutine weighted_b

subroutine weighted_adjoints(n, c, cb, x, xb, valueb, nd)
   implicit none
   integer, intent(in) :: n, nd
   real(8), intent(in) :: c(n), x(n), valueb(nd)
   real(8), intent(inout) :: cb(nd, n), xb(nd, n)
   integer :: i
   do i = 1, n
      cb(:, i) = cb(:, i) + x(i)*valueb
      xb(:, i) = xb(:, i) + c(i)*valueb
   end do
end subroutine weighted_adjoints

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
   subroutine relax_d(n, alpha, alphad, x, xd, y, yd)
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
   end subroutine relax_d

   subroutine relax_b(n, alpha, alphab, x, xb, y, yb)
      integer, intent(in) :: n
      real(8), intent(in) :: alpha, x(*), y(*)
      real(8), intent(inout), optional :: alphab, xb(*), yb(*)
      if (.not. present(yb)) return
      if (present(alphab)) alphab = alphab + sum((x(:n) - y(:n))*yb(:n))
      if (present(xb)) xb(:n) = xb(:n) + alpha*yb(:n)
      yb(:n) = (1 - alpha)*yb(:n)
   end subroutine relax_b

   real(8) function mean_d(n, x, xd, value)
      integer, intent(in) :: n
      real(8), intent(in) :: x(*)
      real(8), intent(in), optional :: xd(*)
      real(8), intent(out) :: value
      value = sum(x(:n))/n
      mean_d = 0
      if (present(xd)) mean_d = sum(xd(:n))/n
   end function mean_d

   subroutine mean_b(n, x, xb, valueb)
      integer, intent(in) :: n
      real(8), intent(in) :: x(*)
      real(8), intent(inout), optional :: xb(*)
      real(8), intent(in) :: valueb
      if (present(xb)) xb(:n) = xb(:n) + valueb/n
   end subroutine mean_b
end module relaxation

module relaxations
   implicit none
contains
   subroutine relax_tangents(n, alpha, alphad, x, xd, y, yd, nd)
      integer, intent(in) :: n, nd
      real(8), intent(in) :: alpha, x(*)
      real(8), intent(in), optional :: alphad(nd), xd(nd, *)
      real(8), intent(inout) :: y(*)
      real(8), intent(inout), optional :: yd(nd, *)
      integer :: i
      do i = 1, n
         if (present(yd)) then
            yd(:, i) = (1 - alpha)*yd(:, i)
            if (present(xd)) yd(:, i) = yd(:, i) + alpha*xd(:, i)
            if (present(alphad)) yd(:, i) = yd(:, i) + alphad*(x(i) - y(i))
         end if
         y(i) = y(i) + alpha*(x(i) - y(i))
      end do
   end subroutine relax_tangents

   subroutine relax_adjoints(n, alpha, alphab, x, xb, y, yb, nd)
      integer, intent(in) :: n, nd
      real(8), intent(in) :: alpha, x(*), y(*)
      real(8), intent(inout), optional :: alphab(nd), xb(nd, *), yb(nd, *)
      integer :: i
      if (.not. present(yb)) return
      do i = 1, n
         if (present(alphab)) alphab = alphab + (x(i) - y(i))*yb(:, i)
         if (present(xb)) xb(:, i) = xb(:, i) + alpha*yb(:, i)
         yb(:, i) = (1 - alpha)*yb(:, i)
      end do
   end subroutine relax_adjoints

   subroutine mean_tangents(n, x, xd, value, valued, nd)
      integer, intent(in) :: n, nd
      real(8), intent(in) :: x(*)
      real(8), intent(in), optional :: xd(nd, *)
      real(8), intent(out) :: value, valued(nd)
      value = sum(x(:n))/n
      valued = 0
      if (present(xd)) valued = sum(xd(:, :n), 2)/n
   end subroutine mean_tangents

   subroutine mean_adjoints(n, x, xb, valueb, nd)
      integer, intent(in) :: n, nd
      real(8), intent(in) :: x(*)
      real(8), intent(inout), optional :: xb(nd, *)
      real(8), intent(in) :: valueb(nd)
      integer :: i
      if (.not. present(xb)) return
      do i = 1, n
         xb(:, i) = xb(:, i) + valueb/n
      end do
   end subroutine mean_adjoints
end module relaxations
