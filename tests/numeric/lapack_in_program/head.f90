! LAPACK below the head: an implicit time step with a matrix that is factorized once, a Newton iteration, matrices in modules and components, a singular matrix.
!
! head: top(s)/(x, scale)
! link tests/blas/reference.f90 tests/lapack/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90 runtime-fortran/lapack/adc_lapack_d.f90
! arg n integer 4
! arg x real8(4) 0.7 1.1 -0.4 0.9
! arg scale real8 0.6
! arg s real8
module systems
   implicit none
   type system
      real(8), allocatable :: a(:, :), v(:)
      integer, allocatable :: ipiv(:)
   end type system
   real(8) :: jacobian(4, 4)
contains
   subroutine build(n, x, p)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      type(system), intent(inout) :: p
      integer :: i, info
      allocate (p%a(n, n), p%v(n), p%ipiv(n))
      do i = 1, n
         p%a(:, i) = sin(x*i)
         p%a(i, i) = p%a(i, i) + 3
      end do
      p%v = x
      call dgetrf(n, n, p%a, n, p%ipiv, info)
   end subroutine build

   subroutine step(n, p, scale)
      integer, intent(in) :: n
      type(system), intent(inout) :: p
      real(8), intent(in) :: scale
      integer :: info
      p%v = p%v + scale*cos(p%v)
      call dgetrs('N', n, 1, p%a, n, p%ipiv, p%v, n, info)
   end subroutine step

   subroutine newton(n, x, u)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: u(n)
      real(8) :: r(n)
      integer :: ipiv(n), info, i, k
      do k = 1, 20
         do i = 1, n
            r(i) = u(i)**3 + 2*u(i) + 0.1d0*sum(u) - x(i)
            jacobian(i, :) = 0.1d0
            jacobian(i, i) = 3*u(i)**2 + 2.1d0
         end do
         call dgesv(n, 1, jacobian, 4, ipiv, r, n, info)
         if (info /= 0) return
         u = u - r
         if (sum(r**2) < 1d-20) exit
      end do
   end subroutine newton
end module systems

subroutine top(n, x, scale, s)
   use systems
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), scale
   real(8), intent(out) :: s
   type(system) :: p
   real(8) :: u(n), flat(2, 2), w(2)
   integer :: i, info, ipiv(2)
   call build(n, x, p)
   do i = 1, 5
      call step(n, p, scale)
   end do
   u = 0
   call newton(n, p%v, u)
   s = sum(u*x)
   ! the program notices that it cannot solve this
   flat = 0
   flat(1, :) = x(1)
   w = x(:2)
   call dgesv(2, 1, flat, 2, ipiv, w, 2, info)
   if (info == 0) s = s + w(1)
end subroutine top
