! Calls of BLAS below the head: of COMMON and module variables, of components, in procedures that are called twice, in loops that are left early, and in tests.
!
! head: top(s)/(x, scale)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! arg n integer 4
! arg x real8(4) 0.7 1.1 -0.4 0.9
! arg scale real8 0.6
! arg s real8
module states
   implicit none
   type state
      real(8) :: v(4), w(4)
      integer :: n
   end type state
   real(8) :: matrix(4, 4)
contains
   subroutine build(n, x)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      integer :: i
      matrix = 0
      call dger(n, n, 0.25d0, x, 1, x, 1, matrix, 4)
      do i = 1, n
         matrix(i, i) = matrix(i, i) + 2
      end do
   end subroutine build

   subroutine step(p, residual)
      type(state), intent(inout) :: p
      real(8), intent(out) :: residual
      real(8) :: work(4)
      common /factors/ alpha, beta
      real(8) :: alpha, beta
      real(8), external :: dnrm2
      call dcopy(p%n, p%v, 1, work, 1)
      call dgemv('N', p%n, p%n, alpha, matrix, 4, work, 1, beta, p%v, 1)
      call dtrsv('U', 'N', 'N', p%n, matrix, 4, p%v, 1)
      call daxpy(p%n, -1d0, p%v, 1, work, 1)
      residual = dnrm2(p%n, work, 1)
      p%w = p%w + work*residual
   end subroutine step
end module states

subroutine top(n, x, scale, s)
   use states
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), scale
   real(8), intent(out) :: s
   real(8) :: alpha, beta, r, total
   common /factors/ alpha, beta
   real(8), external :: ddot
   type(state) :: p
   integer :: i
   call build(n, x)
   alpha = scale
   beta = 0.3d0*x(1)
   p%n = n
   p%v = sin(x)
   p%w = 0
   total = 0
   do i = 1, 20
      call step(p, r)
      total = total + r**2
      if (ddot(n, p%v, 1, p%v, 1) < 0.05d0) exit
      call dscal(2, 1 + scale/5, p%v(2), 2)
   end do
   s = ddot(n, p%w, 1, x, 1) + total
end subroutine top
