! A head in a module, with a shadow of everything that a head may have.
! head: mix(y, z, w)/(x, z, c, params%k)
! module m
! arg n integer 3
! arg x real8(0:2) 0.5 1.0 1.5
! arg y real8(3)
! arg z real8(2,2) 1 2 3 4
! arg c complex16 (1.5,-0.5)
! arg w complex16(2)
! arg twice logical .true.
! arg label character 'abc'
! global params%k real8 2.0
module params
   implicit none
   real(8) :: k
end module params

module m
   use params
   implicit none
contains
   subroutine mix(n, x, y, z, c, w, twice, label)
      integer, intent(in) :: n
      real(8), intent(in) :: x(0:n - 1)
      real(8), intent(out) :: y(n)
      real(8), intent(inout) :: z(2, 2)
      complex(8), intent(in) :: c
      complex(8), intent(out) :: w(2)
      logical, intent(in) :: twice
      character(len=*), intent(in) :: label
      y = k*x**2
      if (twice) y = 2*y
      z(1, 2) = z(1, 2)*z(2, 1)*x(0)
      w(1) = c*c
      w(2) = len(label)*conjg(c)*x(1)
   end subroutine mix
end module m
