! Collective messages of neighbours in Cartesian grids, and blocks with datatypes of their own.
module grid
   use mpi
   implicit none
   integer, parameter :: n = 6
contains

   ! A ring, and a line whose ends have no neighbours on one side.
   subroutine near(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: all(n, 2), out(n, 2), in(n, 2)
      integer :: ranks, comm, error, k, counts(2), places(2), kinds(2)
      integer(MPI_ADDRESS_KIND) :: bytes(2)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x
      do k = 1, 2
         call mpi_cart_create(MPI_COMM_WORLD, 1, [ranks], [k == 1], .false., comm, error)
         all = 0.5d0*k
         call mpi_neighbor_allgather(y, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, comm, error)
         out(:, 1) = y*all(:, 1)
         out(:, 2) = sin(y)*all(:, 2)
         in = out
         call mpi_neighbor_alltoall(out, n, MPI_DOUBLE_PRECISION, in, n, MPI_DOUBLE_PRECISION, comm, error)
         y = y + in(:, 1)*x + 2*in(:, 2)
         ! in a ring of two, the neighbours are one rank: MPI does not tell their blocks apart
         counts = merge([2, 2], [2, 4], k == 1)
         places = [4, 0]
         ! who gets from the left, gets what is sent to the right
         in = y(1)
         call mpi_neighbor_alltoallv(out, counts, places, MPI_DOUBLE_PRECISION, in, counts(2:1:-1), places(2:1:-1), &
            MPI_DOUBLE_PRECISION, comm, error)
         y = 0.3d0*y + in(:, 1)
         ! the same blocks, with places in bytes
         bytes = 8_MPI_ADDRESS_KIND*places
         kinds = MPI_DOUBLE_PRECISION
         in = y(2)
         ! Open MPI 4 converts as many datatypes as there are ranks
         if (ranks > 1) call mpi_neighbor_alltoallw(out, counts, bytes, kinds, in, counts(2:1:-1), bytes(2:1:-1), kinds, &
            comm, error)
         y = y + in(:, 1)*x
         counts = n/2
         call mpi_neighbor_allgatherv(y, n/2, MPI_DOUBLE_PRECISION, all, counts, [1, n], MPI_DOUBLE_PRECISION, comm, error)
         y = y*all(:, 1)*x + all(:, 2)
         call mpi_comm_free(comm, error)
      end do
   end subroutine near

   ! Ranks exchange columns for rows, at places in bytes.
   subroutine mixed(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: a(:, :), b(:, :)
      integer, allocatable :: counts(:), from(:), to(:), columns(:), rows(:)
      integer :: ranks, error, k, row, column, pair, halves
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (a(n, ranks), b(ranks, n), counts(ranks), from(ranks), to(ranks), columns(ranks), rows(ranks))
      call mpi_type_contiguous(n, MPI_DOUBLE_PRECISION, column, error)
      call mpi_type_vector(n, 1, ranks, MPI_DOUBLE_PRECISION, row, error)
      call mpi_type_commit(column, error)
      call mpi_type_commit(row, error)
      do k = 1, ranks
         a(:, k) = x**k
         counts(k) = 1
         from(k) = 8*n*(k - 1)
         to(k) = 8*(k - 1)
      end do
      columns = column
      rows = row
      b = 0
      call mpi_alltoallw(a, counts, from, columns, b, counts, to, rows, MPI_COMM_WORLD, error)
      y = sum(b**2, 1)
      call mpi_alltoallw(MPI_IN_PLACE, counts, from, columns, a, counts, from, columns, MPI_COMM_WORLD, error)
      y = y*x + a(:, 1)
      ! structures of reals, and blocks of a matrix
      call mpi_type_create_struct(2, [1, 2], [0_MPI_ADDRESS_KIND, 16_MPI_ADDRESS_KIND], &
         [MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION], pair, error)
      call mpi_type_create_subarray(2, [n, ranks], [n/2, 1], [1, 0], MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, halves, error)
      call mpi_type_commit(pair, error)
      call mpi_type_commit(halves, error)
      call mpi_bcast(y, 1, pair, 0, MPI_COMM_WORLD, error)
      call mpi_bcast(a, 1, halves, ranks - 1, MPI_COMM_WORLD, error)
      y = y*a(:, 1)
      call mpi_type_free(column, error)
      call mpi_type_free(row, error)
      call mpi_type_free(pair, error)
      call mpi_type_free(halves, error)
   end subroutine mixed
end module grid
