! The number of colors of matrices, by each way and order: colors FILE... The files are in the coordinate format of Matrix
! Market; only the pattern is used.
program colors
   use adc_sparse
   implicit none
   character(len=7), parameter :: ways(5) = ['columns', 'rows   ', 'both   ', 'star   ', 'acyclic']
   character(len=16), parameter :: orders(5) = &
      [character(len=16) :: 'natural', 'largest-first', 'smallest-last', 'incidence-degree', 'best']
   character(len=1000) :: file
   type(adc_matrix) :: matrix
   integer :: k
   logical :: symmetric
   do k = 1, command_argument_count()
      call get_command_argument(k, file)
      call read_matrix(trim(file), matrix, symmetric)
      print '(a, 3(1x, i0), a)', trim(file), matrix%rows, matrix%columns, size(matrix%column), ' nonzeros'
      call count_colors()
   end do
contains

   subroutine count_colors()
      integer :: way, order, number(size(orders))
      real :: start, end
      do way = 1, merge(size(ways), 3, symmetric)
         call cpu_time(start)
         do order = 1, size(orders)
            call adc_sparse_color(matrix, ways(way), orders(order))
            number(order) = matrix%colors + matrix%row_colors
         end do
         call cpu_time(end)
         print '(3x, a, 5(2x, a, 1x, i0), f9.2, a)', ways(way), (trim(orders(order)), number(order), order=1, 5), &
            end - start, ' s'
      end do
   end subroutine count_colors

   subroutine read_matrix(name, matrix, symmetric)
      character(len=*), intent(in) :: name
      type(adc_matrix), intent(out) :: matrix
      logical, intent(out) :: symmetric
      character(len=200) :: line
      integer, allocatable :: i(:), j(:)
      integer :: unit, m, n, nonzeros, k
      open (newunit=unit, file=name, status='old', action='read')
      read (unit, '(a)') line
      symmetric = index(line, 'symmetric') > 0
      do while (line(1:1) == '%')
         read (unit, '(a)') line
      end do
      read (line, *) m, n, nonzeros
      allocate (i(nonzeros), j(nonzeros))
      do k = 1, nonzeros
         read (unit, *) i(k), j(k)
      end do
      close (unit)
      call adc_sparse_pattern(matrix, m, n, i, j)
      if (symmetric) call adc_sparse_symmetrize(matrix)
   end subroutine read_matrix
end program colors
