module params_d
   implicit none
   real(8) :: kd
end module params_d

module m_d
   use params
   use params_d
   implicit none
contains
   subroutine mix_d(n, x, xd, y, yd, z, zd, c, cd, w, wd, twice, label)
      integer, intent(in) :: n
      real(8), intent(in) :: x(0:n - 1), xd(0:n - 1)
      real(8), intent(out) :: y(n), yd(n)
      real(8), intent(inout) :: z(2, 2), zd(2, 2)
      complex(8), intent(in) :: c, cd
      complex(8), intent(out) :: w(2), wd(2)
      logical, intent(in) :: twice
      character(len=*), intent(in) :: label
      yd = kd*x**2 + 2*k*x*xd
      y = k*x**2
      if (twice) then
         yd = 2*yd
         y = 2*y
      end if
      zd(1, 2) = zd(1, 2)*z(2, 1)*x(0) + z(1, 2)*zd(2, 1)*x(0) + z(1, 2)*z(2, 1)*xd(0)
      z(1, 2) = z(1, 2)*z(2, 1)*x(0)
      wd(1) = 2*c*cd
      w(1) = c*c
      wd(2) = len(label)*(conjg(cd)*x(1) + conjg(c)*xd(1))
      w(2) = len(label)*conjg(c)*x(1)
   end subroutine mix_d
end module m_d
