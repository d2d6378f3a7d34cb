! Derivatives of LAPACK where vectors and reflectors have none: edges CASE. See edges.sh.
program edges
   use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
   use adc_orthogonal_d
   use adc_spectral_d
   implicit none
   character(20) :: name
   call get_command_argument(1, name)
   select case (name)
   case ('equal-tangent')
      call equal_tangent()
   case ('equal-adjoint')
      call equal_adjoint()
   case ('null-tangent')
      call null_tangent()
   case ('null-adjoint')
      call null_adjoint()
   case ('range-adjoint')
      call range_adjoint()
   case ('residual')
      call residual()
   case ('triangle')
      call triangle(0d0)
   case ('reflectors')
      call triangle(1d0)
   case ('rank')
      call rank()
   end select
contains
   subroutine check(right)
      logical, intent(in) :: right
      if (.not. right) error stop 'wrong'
   end subroutine check

   ! Equal eigenvalues: the derivatives of vectors are NaN, that of the other vector is not, those of values are right in
   ! the sum.
   subroutine equal_tangent()
      real(8) :: a(3, 3), ad(3, 3), w(3), wd(3), work(50)
      integer :: info
      a = reshape([2d0, 0d0, 0d0, 0d0, 2d0, 0d0, 0d0, 0d0, 5d0], [3, 3])
      ad = reshape([1d0, 2d0, 3d0, 2d0, 4d0, 5d0, 3d0, 5d0, 6d0], [3, 3])
      call dsyev_d('V', 'U', 3, a, ad, 3, w, wd, work, lwork=50, info=info)
      call check(info == 0 .and. ieee_is_nan(ad(1, 1)) .and. ieee_is_nan(ad(1, 2)) .and. .not. ieee_is_nan(ad(1, 3)))
      call check(abs(wd(1) + wd(2) - 5) < 1d-12 .and. abs(wd(3) - 6) < 1d-12)
   end subroutine equal_tangent

   subroutine equal_adjoint()
      real(8) :: a(3, 3), ab(3, 3), w(3), wb(3), work(50)
      a = 0
      a(3, 3) = 5
      ab = reshape([1d0, 2d0, 3d0, 7d0, 4d0, 5d0, 4d0, 3d0, 2d0], [3, 3])
      wb = 0
      w = 0
      work = 0
      call dsyev_b('V', 'U', 3, a, ab, 3, w, wb, work, lwork=50, info=0)
   end subroutine equal_adjoint

   subroutine null_tangent()
      real(8) :: a(3, 1), ad(3, 1), s(1), sd(1), u(3, 3), ud(3, 3), vt(1, 1), work(50)
      integer :: info
      a(:, 1) = [3d0, 0d0, 4d0]
      ad(:, 1) = [1d0, 1d0, 2d0]
      ud = 0
      u = 0
      call dgesvd_d('A', 'S', 3, 1, a, ad, 3, s, sd, u, ud, 3, vt, ldvt=1, work=work, lwork=50, info=info)
      call check(info == 0 .and. .not. any(ieee_is_nan(ud(:, 1))) .and. all(ieee_is_nan(ud(:, 2:))))
      call check(abs(sd(1) - 11d0/5) < 1d-12 .and. abs(abs(ud(2, 1)) - 1d0/5) < 1d-12)
   end subroutine null_tangent

   subroutine null_adjoint()
      real(8) :: a(3, 1), ab(3, 1), s(1), u(3, 3), ub(3, 3), vt(1, 1), work(50)
      a(:, 1) = [3d0, 0d0, 4d0]
      ab = 0
      s = 0
      u = 0
      vt = 0
      work = 0
      ub = 0
      ub(1, 3) = 1
      call dgesvd_b('A', 'N', 3, 1, a, ab, 3, s, u=u, ub=ub, ldu=3, vt=vt, ldvt=1, work=work, lwork=50, info=0)
   end subroutine null_adjoint

   subroutine range_adjoint()
      real(8) :: a(3, 3), ab(3, 3), w(3), z(3, 3), zb(3, 3), work(99)
      integer :: isuppz(6), iwork(99)
      a = reshape([2d0, 1d0, 0d0, 1d0, 3d0, 1d0, 0d0, 1d0, 5d0], [3, 3])
      ab = 0
      w = 0
      z = 0
      work = 0
      iwork = 0
      isuppz = 0
      zb = 1
      call dsyevr_b('V', 'I', 'U', 3, a, ab, 3, 0d0, 0d0, 1, 2, 0d0, 2, w, z=z, zb=zb, ldz=3, isuppz=isuppz, work=work, &
         lwork=99, iwork=iwork, liwork=99, info=0)
   end subroutine range_adjoint

   ! A column without a reflector: the derivative of a solution and of the sum of squares of its residual.
   subroutine residual()
      real(8), parameter :: h = 1d-6
      real(8) :: a(4, 2), ad(4, 2), ab(4, 2), b(4), bd(4), bb(4), work(50), a0(4, 2), b0(4), d
      integer :: info
      a0 = reshape([3d0, 0d0, 0d0, 0d0, 1d0, 2d0, -1d0, 1d0], [4, 2])
      b0 = [1d0, 2d0, -1d0, 0.5d0]
      ad = reshape([0.3d0, 0.5d0, -0.2d0, 0.1d0, 0.2d0, -0.7d0, 0.4d0, 0.6d0], [4, 2])
      bd = [0.1d0, -0.3d0, 0.8d0, 0.2d0]
      d = (value(a0 + h*ad, b0 + h*bd) - value(a0 - h*ad, b0 - h*bd))/(2*h)
      ab = ad
      bb = bd
      a = a0
      b = b0
      call dgels_d('N', 4, 2, 1, a, ab, 4, b, bb, 4, work, lwork=50, info=info, factors=.false.)
      call check(abs(bb(1) + 2*bb(2) + 2*dot_product(b(3:), bb(3:)) - d) < 1d-7)
      bb = [1d0, 2d0, 2*b(3), 2*b(4)]
      ab = 0
      call dgels_b('N', 4, 2, 1, a, ab, 4, b, bb, 4, work, lwork=50, info=info)
      call check(abs(sum(ab*ad) + sum(bb*bd) - d) < 1d-7)
   end subroutine residual

   real(8) function value(a, b)
      real(8), intent(in) :: a(4, 2), b(4)
      real(8) :: c(4, 2), x(4), work(50)
      integer :: info
      c = a
      x = b
      call dgels('N', 4, 2, 1, c, 4, x, 4, work, 50, info)
      value = x(1) + 2*x(2) + sum(x(3:)**2)
   end function value

   ! The adjoint of R where a column has no reflector, and that of a reflector.
   subroutine triangle(of_reflector)
      real(8), intent(in) :: of_reflector
      real(8) :: a(3, 2), ab(3, 2), tau(2), taub(2), work(50)
      integer :: info
      a = reshape([3d0, 0d0, 0d0, 1d0, 2d0, -1d0], [3, 2])
      call dgeqrf(3, 2, a, 3, tau, work, 50, info)
      ab = reshape([1d0, of_reflector, 0d0, 0d0, 0d0, 0d0], [3, 2])
      taub = 0
      call dgeqrf_b(3, 2, a, ab, 3, tau, taub, work, lwork=50, info=info)
      call check(all(abs(ab - reshape([1d0, 0d0, 0d0, 0d0, 0d0, 0d0], [3, 2])) < 1d-12))
   end subroutine triangle

   subroutine rank()
      real(8) :: a(3, 2), ad(3, 2), tau(2), work(50)
      integer :: info
      a = 0
      ad = 1
      call dgeqrf_d(3, 2, a, ad, 3, tau, work=work, lwork=50, info=info)
   end subroutine rank
end program edges
