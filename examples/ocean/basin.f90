! A rectangular basin, divided among the ranks in two directions, and the exchange of halos.
module basin
   use mpi
   use, intrinsic :: iso_fortran_env, only: dp => real64
   implicit none
   private
   public :: dp, part, divide, finish_parts, exchange

   ! The part of a rank: cells (1:nx, 1:ny) of its fields, with a halo of one cell.
   type :: part
      integer :: comm = MPI_COMM_NULL, rank = 0, ranks = 1
      ! The cells of the basin, and those before this part.
      integer :: cells_x = 0, cells_y = 0, first_x = 0, first_y = 0
      integer :: nx = 0, ny = 0
      ! MPI_PROC_NULL beyond a wall.
      integer :: west = MPI_PROC_NULL, east = MPI_PROC_NULL, south = MPI_PROC_NULL, north = MPI_PROC_NULL
      ! The cells (1:ny) with one x, as a datatype.
      integer :: column = MPI_DATATYPE_NULL
   end type part

contains

   ! Divides a basin among all ranks, as evenly as their number allows.
   subroutine divide(cells_x, cells_y, p)
      integer, intent(in) :: cells_x, cells_y
      type(part), intent(out) :: p
      integer :: shape(2), place(2), error
      call mpi_comm_size(MPI_COMM_WORLD, p%ranks, error)
      shape = 0
      call mpi_dims_create(p%ranks, 2, shape, error)
      call mpi_cart_create(MPI_COMM_WORLD, 2, shape, [.false., .false.], .true., p%comm, error)
      call mpi_comm_rank(p%comm, p%rank, error)
      call mpi_cart_coords(p%comm, p%rank, 2, place, error)
      call mpi_cart_shift(p%comm, 0, 1, p%west, p%east, error)
      call mpi_cart_shift(p%comm, 1, 1, p%south, p%north, error)
      p%cells_x = cells_x
      p%cells_y = cells_y
      call own_range(cells_x, shape(1), place(1), p%first_x, p%nx)
      call own_range(cells_y, shape(2), place(2), p%first_y, p%ny)
      call mpi_type_vector(p%ny, 1, p%nx + 2, MPI_DOUBLE_PRECISION, p%column, error)
      call mpi_type_commit(p%column, error)
   end subroutine divide

   subroutine own_range(cells, parts, place, first, n)
      integer, intent(in) :: cells, parts, place
      integer, intent(out) :: first, n
      first = place*cells/parts
      n = (place + 1)*cells/parts - first
   end subroutine own_range

   subroutine finish_parts(p)
      type(part), intent(inout) :: p
      integer :: error
      call mpi_type_free(p%column, error)
      call mpi_comm_free(p%comm, error)
   end subroutine finish_parts

   ! Fills the halo of a field: first in x, then in y with the corners. Beyond walls it stays as it is.
   subroutine exchange(p, f)
      type(part), intent(in) :: p
      real(dp), intent(inout) :: f(0:p%nx + 1, 0:p%ny + 1)
      integer :: requests(4), error
      call mpi_irecv(f(0, 1), 1, p%column, p%west, 1, p%comm, requests(1), error)
      call mpi_irecv(f(p%nx + 1, 1), 1, p%column, p%east, 2, p%comm, requests(2), error)
      call mpi_isend(f(p%nx, 1), 1, p%column, p%east, 1, p%comm, requests(3), error)
      call mpi_isend(f(1, 1), 1, p%column, p%west, 2, p%comm, requests(4), error)
      call mpi_waitall(4, requests, MPI_STATUSES_IGNORE, error)
      call mpi_irecv(f(0, 0), p%nx + 2, MPI_DOUBLE_PRECISION, p%south, 3, p%comm, requests(1), error)
      call mpi_irecv(f(0, p%ny + 1), p%nx + 2, MPI_DOUBLE_PRECISION, p%north, 4, p%comm, requests(2), error)
      call mpi_isend(f(0, p%ny), p%nx + 2, MPI_DOUBLE_PRECISION, p%north, 3, p%comm, requests(3), error)
      call mpi_isend(f(0, 1), p%nx + 2, MPI_DOUBLE_PRECISION, p%south, 4, p%comm, requests(4), error)
      call mpi_waitall(4, requests, MPI_STATUSES_IGNORE, error)
   end subroutine exchange
end module basin
