! LAPACK heev: values and vectors of Hermitian matrices, both triangles, values alone, vectors whose use does not depend on their phase, order 1.
!
! head: top(y, z, s)/(a)
! link tests/blas/complex.f90 tests/lapack/eigen.f90 tests/lapack/complex.f90 runtime-fortran/lapack/adc_eigen_z.f90 runtime-fortran/blas/adc_blas_z.f90 runtime-fortran/lapack/adc_lapack_z.f90
! tolerance 1e-5 1e-9
! arg a complex16(5,4)
! arg y real8(4)
! arg z complex16(4)
! arg s real8
subroutine top(a, y, z, s)
   implicit none
   complex(8), intent(in) :: a(5, 4)
   real(8), intent(out) :: y(4), s
   complex(8), intent(out) :: z(4)
   complex(8) :: h(5, 4), u(4, 4), cwork(40)
   real(8) :: w(4), rwork(10)
   integer :: info, i, k
   s = 0
   y = 0
   z = 0
   do k = 1, 4
      h = a*(1, 2)
      do i = 1, 4
         h(i, i) = h(i, i) + 2*i
      end do
      call zheev('V', merge('U', 'l', k <= 2), 4, h, 5, w, cwork, -1, rwork, info)
      call zheev(merge('V', 'N', k /= 1), merge('U', 'l', k <= 2), 4, h, 5, w, cwork, 40, rwork, info)
      y = y + w**2
      s = s + w(1)*w(4)
      if (k == 1) cycle
      z = z + h(:4, 1)*w(2) + h(2, :)**2
      ! exp(A) without regard to phases
      do i = 1, 4
         u(:, i) = h(:4, i)*exp(-w(i)/10)
      end do
      u = matmul(u, conjg(transpose(h(:4, :))))
      s = s + real(u(1, 2)) + aimag(u(2, 3)) + real(u(4, 4))
   end do
   h(1, 1) = a(2, 1)
   call zheev('N', 'L', 1, h, 5, w, cwork, 40, rwork, info)
   s = s + w(1)**2
end subroutine top
