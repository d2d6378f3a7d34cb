! Loops with checkpoints whose iterations cannot run again.
module astray
   use mpi
   implicit none
   integer, parameter :: n = 3
contains

   ! Ranks have different numbers of snapshots.
   subroutine unlike(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      y = x
      !$adc binomial-ckp snapshots=3+me
      do k = 1, 6
         call mpi_allreduce(y, t, n, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, error)
         y = sin(t)*y
      end do
   end subroutine unlike

   ! A receive ends in the next iteration.
   subroutine pipelined(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n), s(n)
      integer :: me, ranks, error, k, r(2)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x
      t = x
      s = x
      r = MPI_REQUEST_NULL
      !$adc binomial-ckp snapshots=3
      do k = 1, 6
         call mpi_waitall(2, r, MPI_STATUSES_IGNORE, error)
         y = sin(t)*y
         s = y
         call mpi_irecv(t, n, MPI_REAL8, modulo(me - 1, ranks), 1, MPI_COMM_WORLD, r(1), error)
         call mpi_isend(s, n, MPI_REAL8, modulo(me + 1, ranks), 1, MPI_COMM_WORLD, r(2), error)
      end do
      call mpi_waitall(2, r, MPI_STATUSES_IGNORE, error)
      y = y*t
   end subroutine pipelined

   ! Messages are taken as they come.
   subroutine any_order(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, ranks, error, k, i
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x
      !$adc binomial-ckp snapshots=3
      do k = 1, 6
         if (me == 0) then
            do i = 2, ranks
               call mpi_recv(t, n, MPI_REAL8, MPI_ANY_SOURCE, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
               y = sin(t)*y
            end do
         else
            y = y*y
            call mpi_send(y, n, MPI_REAL8, 0, k, MPI_COMM_WORLD, error)
         end if
      end do
   end subroutine any_order
end module astray
