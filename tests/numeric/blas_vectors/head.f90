! BLAS level 1: without a description, derivatives call BLAS. Strides, factors with derivatives and without, passive vectors, one variable twice.
!
! head: top(y, s)/(x, a)
! link tests/blas/reference.f90 runtime-fortran/blas/adc_blas_d.f90 runtime-fortran/blas/adc_blas_dv.f90
! arg x real8(6) 0.7 1.1 -0.4 0.9 -1.2 0.5
! arg a real8 0.6
! arg y real8(6)
! arg s real8
subroutine top(x, a, y, s)
   implicit none
   real(8), intent(inout) :: x(6)
   real(8), intent(in) :: a
   real(8), intent(out) :: y(6), s
   real(8) :: c(6), z(3), co, si
   real(8), external :: ddot, dnrm2, dasum
   integer, external :: idamax
   integer :: i
   c = 2
   z = 0
   call dcopy(6, x, 1, y, 1)
   call daxpy(3, a, c, 2, y, 1)
   call daxpy(3, 0.5d0, x(2), 2, y(3), 1)
   call dcopy(3, c, 1, y(4), 1)
   do i = 1, 3
      call dscal(2, x(i), y(i), 3)
      call daxpy(1, a*y(i), x(i), 1, z(i), 1)
   end do
   call dswap(3, x, 2, z, 1)
   co = cos(a)
   si = sin(x(2))
   call drot(3, x, 1, y, 2, co, si)
   call dscal(6, -1.5d0, x, 1)
   s = ddot(6, x, 1, y, 1)*dnrm2(3, x, 2) + ddot(3, c, 1, x, 2) + ddot(3, z, 1, z, 1)
   s = s + dasum(5, y, 1)*x(idamax(6, c, 1)) + ddot(6, c, 1, c, 1)
   call dcopy(3, c, 1, x, 1)
   y(6) = y(6)*x(5) + x(1)
end subroutine top
