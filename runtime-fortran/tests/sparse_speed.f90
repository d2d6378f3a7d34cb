! Times of the pattern, the coloring, the seeds and the recovery: reaction and diffusion of two species on a grid, with
! five points in each difference, and a million unknowns.
program sparse_speed
   use, intrinsic :: iso_fortran_env, only: real64
   use adc_patterns
   use adc_sparse
   implicit none
   integer, parameter :: nx = 1000, ny = 500, n = 2*nx*ny
   character(len=7), parameter :: ways(5) = ['columns', 'rows   ', 'both   ', 'star   ', 'acyclic']
   real(real64), allocatable :: xs(:, :, :), ys(:, :, :), xd(:, :), yb(:, :), yd(:, :), xb(:, :)
   type(adc_matrix) :: matrix
   real(real64) :: last
   integer :: k
   allocate (xs(2, nx, ny), ys(2, nx, ny))
   call cpu_time(last)
   call adc_patterns_start(n)
   xs = reshape([(real(k, real64), k=1, n)], shape(xs))
   call model(xs, ys)
   call report('sets')
   call adc_sparse_pattern(matrix, reshape(ys, [n]), n)
   call adc_patterns_end()
   call report('pattern of sets')
   print '(i0, a)', size(matrix%column), ' nonzeros'
   do k = 1, size(ways)
      call adc_sparse_color(matrix, trim(ways(k)), 'natural')
      print '(a, i0, a)', trim(ways(k))//', natural order: ', matrix%colors + matrix%row_colors, ' colors'
      call report('coloring')
      call adc_sparse_color(matrix, trim(ways(k)))
      print '(a, i0, a)', trim(ways(k))//', best order: ', matrix%colors + matrix%row_colors, ' colors'
      call report('coloring')
      call adc_sparse_seeds(matrix, xd, yb)
      call report('seeds')
      allocate (yd(matrix%colors, n), xb(matrix%row_colors, n))
      yd = 1
      xb = 1
      call cpu_time(last)
      call adc_sparse_recover(matrix, yd, xb)
      call report('recovery')
      deallocate (yd, xb)
   end do
contains

   subroutine report(what)
      character(len=*), intent(in) :: what
      real(real64) :: now
      call cpu_time(now)
      print '(3x, a, f8.3, a)', what, now - last, ' s'
      call cpu_time(last)
   end subroutine report

   ! u' = laplacian of u + f(u, v), and the same for v.
   subroutine model(u, f)
      real(real64), intent(in) :: u(:, :, :)
      real(real64), intent(out) :: f(:, :, :)
      integer :: i, j, s
      real(real64) :: set
      do j = 1, ny
         do i = 1, nx
            do s = 1, 2
               set = u(s, i, j)
               if (i > 1) set = adc_union(set, u(s, i - 1, j))
               if (i < nx) set = adc_union(set, u(s, i + 1, j))
               if (j > 1) set = adc_union(set, u(s, i, j - 1))
               if (j < ny) set = adc_union(set, u(s, i, j + 1))
               f(s, i, j) = adc_union(set, u(3 - s, i, j))
            end do
         end do
      end do
   end subroutine model
end program sparse_speed
