! Numbers of colors of the columns and of the rows of matrices in Matrix Market files, by order, and of both together:
!
!    drive FILE...
!
! Prints a line for each file: the nonzeros, the longest row and column, and numbers of colors in natural,
! largest-first, smallest-last and incidence-degree order, and the best. The longest row is a lower bound for colors of
! columns, and the longest column for colors of rows. `both` is the number of colors of columns plus that of rows.
program drive
   use adc_sparse, only: adc_matrix, adc_sparse_color, adc_sparse_pattern
   implicit none
   character(len=16), parameter :: orders(5) = &
      [character(len=16) :: 'natural', 'largest-first', 'smallest-last', 'incidence-degree', 'best']
   character(len=5), parameter :: names(4) = ['   lf', '   sl', '   id', ' best']
   character(len=1000) :: path
   integer :: k

   print '(a18, a10, 2a8, a10, 4a6, a10, 4a6, a11, a14)', 'matrix', 'nonzeros', 'row', 'column', &
      'columns', names, 'rows', names, 'both', 'seconds'
   do k = 1, command_argument_count()
      call get_command_argument(k, path)
      call measure(trim(path))
   end do

contains

   subroutine measure(path)
      character(len=*), intent(in) :: path
      type(adc_matrix) :: matrix
      integer :: columns(size(orders)), rows(size(orders)), k, longest_column
      real(8) :: begin, end
      call read_pattern(path, matrix)
      longest_column = maxval(lengths(matrix%column, matrix%columns))
      call cpu_time(begin)
      do k = 1, size(orders)
         call adc_sparse_color(matrix, 'columns', orders(k))
         columns(k) = matrix%colors
         call adc_sparse_color(matrix, 'rows', orders(k))
         rows(k) = matrix%row_colors
      end do
      call adc_sparse_color(matrix, 'both')
      call cpu_time(end)
      print '(a18, i10, 2i8, i10, 4i6, i10, 4i6, i8, "+", i0, t131, f8.1)', name_of(path), size(matrix%column), &
         maxval(matrix%first(2:) - matrix%first(:matrix%rows)), longest_column, columns, rows, matrix%colors, &
         matrix%row_colors, end - begin
   end subroutine measure

   ! The entries of the file, zeros included; mirror images of a symmetric one, too.
   subroutine read_pattern(path, matrix)
      character(len=*), intent(in) :: path
      type(adc_matrix), intent(out) :: matrix
      character(len=1000) :: header, line
      integer, allocatable :: i(:), j(:)
      integer :: unit, m, n, entries, k
      open (newunit=unit, file=path, action='read', status='old')
      read (unit, '(a)') header
      if (index(header, ' coordinate ') == 0) error stop 'the file is no sparse Matrix Market file'
      do
         read (unit, '(a)') line
         if (line(1:1) /= '%') exit
      end do
      read (line, *) m, n, entries
      allocate (i(entries), j(entries))
      do k = 1, entries
         read (unit, *) i(k), j(k)
      end do
      close (unit)
      if (index(header, ' general') > 0) then
         call adc_sparse_pattern(matrix, m, n, i, j)
      else
         call adc_sparse_pattern(matrix, m, n, [i, j], [j, i])
      end if
   end subroutine read_pattern

   pure function lengths(column, n)
      integer, intent(in) :: column(:), n
      integer :: lengths(n), k
      lengths = 0
      do k = 1, size(column)
         lengths(column(k)) = lengths(column(k)) + 1
      end do
   end function lengths

   ! The name of the file without its folder and extension.
   pure function name_of(path)
      character(len=*), intent(in) :: path
      character(len=18) :: name_of
      name_of = path(index(path, '/', back=.true.) + 1:index(path, '.', back=.true.) - 1)
   end function name_of
end program drive
