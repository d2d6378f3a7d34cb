! LAPACK geev, real and complex: values and vectors, right and left ones, pairs, values alone, order 1, sizes of the workspace.
!
! head: top(y, z, s)/(a, x)
! link tests/blas/reference.f90 tests/blas/complex.f90 tests/lapack/eigen.f90 tests/lapack/complex.f90 runtime-fortran/lapack/adc_eigen_d.f90 runtime-fortran/lapack/adc_eigen_z.f90 runtime-fortran/blas/adc_blas_z.f90 runtime-fortran/lapack/adc_lapack_z.f90
! tolerance 1e-5 1e-9
! arg a real8(5,4)
! arg x complex16(4)
! arg y real8(4)
! arg z complex16(4)
! arg s real8
subroutine top(a, x, y, z, s)
   implicit none
   real(8), intent(in) :: a(5, 4)
   complex(8), intent(in) :: x(4)
   real(8), intent(out) :: y(4), s
   complex(8), intent(out) :: z(4)
   real(8) :: c(5, 4), wr(4), wi(4), vl(4, 4), vr(5, 4), work(40), rwork(8)
   complex(8) :: h(4, 4), w(4), ul(4, 4), ur(4, 4), cwork(40)
   integer :: info, i, k
   s = 0
   y = 0
   z = 0
   do k = 1, 3
      c = a
      do i = 1, 4
         c(i, i) = c(i, i) + i
      end do
      ! a rotation: a pair of values
      c(1, 2) = c(1, 2) + 3
      c(2, 1) = c(2, 1) - 3
      if (k == 1) then
         call dgeev('N', 'N', 4, c, 5, wr, wi, vl, 1, vr, 1, work, -1, info)
         call dgeev('N', 'N', 4, c, 5, wr, wi, vl, 1, vr, 1, work, 40, info)
         s = s + sum(wr**2) + sum(wr*wi**2)
      else if (k == 2) then
         call dgeev('N', 'v', 4, c, 5, wr, wi, vl, 1, vr, 5, work, 40, info)
         y = y + vr(:4, 1) + vr(:4, 2)*2 + vr(:4, 3)**2 + wr
         s = s + sum(vr(2, :)*wr) + vr(3, 4)*wi(1)
      else
         call dgeev('V', 'V', 4, c, 5, wr, wi, vl, 4, vr, 5, work, 40, info)
         do i = 1, 4
            s = s + i*sum(vl(:, i)*vr(:4, i)) + vl(i, 1)**3 + wi(1)*vl(2, i)
         end do
      end if
      h = a(:4, :)*cmplx(1, k, 8)
      do i = 1, 4
         h(i, i) = h(i, i) + 2*i*x(i)
         h(i, 1) = h(i, 1) + x(i)
      end do
      if (k == 1) then
         call zgeev('N', 'N', 4, h, 4, w, ul, 1, ur, 1, cwork, 40, rwork, info)
         z = z + w**2
      else if (k == 2) then
         call zgeev('V', 'N', 4, h, 4, w, ul, 4, ur, 1, cwork, 40, rwork, info)
         z = z + ul(:, 1)*w(2) + ul(:, 3)
      else
         call zgeev('V', 'V', 4, h, 4, w, ul, 4, ur, 4, cwork, 40, rwork, info)
         do i = 1, 4
            z = z + i*ur(:, i)**2 + ul(i, :)
            s = s + real(sum(conjg(ul(:, i))*ur(:, i))) + abs(w(i))
         end do
      end if
   end do
   ! order 1
   vr(1, 1) = a(1, 1)**2
   call dgeev('N', 'N', 1, vr, 5, wr, wi, vl, 1, vl, 1, work, 40, info)
   s = s + wr(1)
end subroutine top
