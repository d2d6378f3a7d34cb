! BLAS with elements of assumed-shape arrays as factors, and with rows and blocks of matrices.
!
! head: top(y, s)/(a, x)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! arg a real8(3,4)
! arg x real8(4) 0.7 1.1 -0.4 0.9
! arg y real8(4)
! arg s real8
module work
   implicit none
contains
   subroutine mix(f, a, y, s)
      real(8), intent(in) :: f(:)
      real(8), intent(inout) :: a(:, :), y(:)
      real(8), intent(out) :: s
      real(8), external :: ddot
      call dgemv('T', 3, 4, f(1), a, 3, f(2:4), 1, f(2), y, 1)
      call daxpy(3, f(3), a(:, 2), 1, y(1:3), 1)
      call daxpy(2, y(4), a(2, 1:3:2), 1, y, 1)
      call dscal(4, f(4), a(2, :), 1)
      call drot(3, a(:, 1), 1, a(:, 3), 1, f(2), y(1))
      s = ddot(4, a(1, :), 1, f, 1)
   end subroutine mix
end module work

subroutine top(a, x, y, s)
   use work
   implicit none
   real(8), intent(inout) :: a(3, 4)
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y(4), s
   real(8) :: x2(4), t
   y = x**2
   x2 = x
   call mix(x, a, y, s)
   call mix(y, a, x2, t)
   s = s + t*sum(a)*x2(1)
end subroutine top
