module params_b
   implicit none
   real(8) :: kb
end module params_b

module m_b
   use params
   use params_b
   implicit none
contains
   subroutine mix_b(n, x, xb, y, yb, z, zb, c, cb, w, wb, twice, label)
      integer, intent(in) :: n
      real(8), intent(in) :: x(0:n - 1)
      real(8) :: xb(0:n - 1), y(n), yb(n), z(2, 2), zb(2, 2)
      complex(8), intent(in) :: c
      complex(8) :: cb, w(2), wb(2)
      logical, intent(in) :: twice
      character(len=*), intent(in) :: label
      real(8) :: before
      integer :: branch
      call pushreal8(z(1, 2))
      z(1, 2) = z(1, 2)*z(2, 1)*x(0)
      if (twice) then
         call pushcontrol1b(1)
      else
         call pushcontrol1b(0)
      end if
      xb = 0
      xb(1) = len(label)*real(c*wb(2))
      cb = len(label)*x(1)*conjg(wb(2)) + 2*conjg(c)*wb(1)
      wb = 0
      call popcontrol1b(branch)
      call popreal8(before)
      z(1, 2) = before
      zb(2, 1) = zb(2, 1) + z(1, 2)*x(0)*zb(1, 2)
      xb(0) = xb(0) + z(1, 2)*z(2, 1)*zb(1, 2)
      zb(1, 2) = z(2, 1)*x(0)*zb(1, 2)
      if (branch == 1) yb = 2*yb
      kb = sum(x**2*yb)
      xb = xb + 2*k*x*yb
      yb = 0
   end subroutine mix_b
end module m_b
