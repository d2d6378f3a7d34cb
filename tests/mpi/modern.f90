! The module mpi_f08: handles have types, and error codes are optional.
module modern
   use mpi_f08, only: mpi_comm, mpi_datatype, mpi_status, mpi_request, mpi_comm_rank, mpi_comm_size, mpi_recv, &
      mpi_send, mpi_isend, mpi_irecv, mpi_waitall, mpi_wait, mpi_allreduce, mpi_comm_dup, mpi_comm_free, mpi_get_count, &
      MPI_COMM_WORLD, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_IN_PLACE, MPI_STATUSES_IGNORE, MPI_STATUS_IGNORE, MPI_PROC_NULL, &
      MPI_ANY_SOURCE, mpi_sendrecv, mpi_waitsome, mpi_testall, mpi_ssend_init, mpi_recv_init, &
      mpi_startall, mpi_request_free, MPI_UNDEFINED
   implicit none
   integer, parameter :: n = 6
contains

   subroutine blocking(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      type(mpi_comm) :: world
      type(mpi_datatype) :: kind
      type(mpi_status) :: status
      integer :: me, ranks, count
      real(8) :: t(n)
      call mpi_comm_dup(MPI_COMM_WORLD, world)
      call mpi_comm_rank(world, me)
      call mpi_comm_size(world, ranks)
      kind = MPI_DOUBLE_PRECISION
      t = x*x
      call mpi_sendrecv(t(1), 3, kind, modulo(me + 1, ranks), 1, t(4), 3, kind, modulo(me - 1, ranks), 1, comm=world, &
         status=status)
      call mpi_get_count(status, kind, count)
      y = t*x*count
      if (me > 0) then
         call mpi_send(buf=y, count=n - 1, datatype=kind, dest=0, tag=me, comm=world)
      else
         do me = 1, ranks - 1
            call mpi_recv(t, n, kind, me, me, world, status)
            y = y + t*t*status%mpi_source
         end do
      end if
      call mpi_allreduce(MPI_IN_PLACE, y, n, kind, MPI_SUM, world)
      y = y/1000*x
      call mpi_comm_free(world)
   end subroutine blocking

   subroutine halo(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      type(mpi_request) :: requests(4)
      integer :: me, ranks, left, right, error
      real(8) :: t(0:n + 1)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      left = merge(me - 1, MPI_PROC_NULL, me > 0)
      right = merge(me + 1, MPI_PROC_NULL, me < ranks - 1)
      t = 1
      t(1:n) = x*x
      call mpi_irecv(t(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1))
      call mpi_irecv(t(n + 1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2), error)
      call mpi_isend(t(n), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(3))
      call mpi_isend(t(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(4))
      call mpi_waitall(4, requests, MPI_STATUSES_IGNORE)
      y = t(0:n - 1)*t(2:n + 1)
   end subroutine halo

   ! Statuses of several messages, and persistent requests.
   subroutine statuses(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      type(mpi_request) :: r(4)
      type(mpi_status) :: ended(4)
      real(8) :: t(n, 2), u(n)
      integer :: me, ranks, k, left, done, which(4), count
      logical :: has
      call mpi_comm_rank(MPI_COMM_WORLD, me)
      call mpi_comm_size(MPI_COMM_WORLD, ranks)
      u = x*x
      t = 0
      do k = 1, 2
         call mpi_recv_init(t(1, k), n, MPI_DOUBLE_PRECISION, modulo(me - k, ranks), k, MPI_COMM_WORLD, r(k))
         call mpi_ssend_init(u, n - k, MPI_DOUBLE_PRECISION, modulo(me + k, ranks), k, MPI_COMM_WORLD, r(2 + k))
      end do
      call mpi_startall(4, r)
      call mpi_waitall(4, r, ended)
      y = x
      do k = 1, 2
         call mpi_get_count(ended(k), MPI_DOUBLE_PRECISION, count)
         y = y + t(:, k)*(ended(k)%mpi_source + 1)*count*ended(k)%mpi_tag/100
      end do
      u = sin(y)
      call mpi_startall(4, r)
      has = .false.
      do while (.not. has)
         call mpi_testall(4, r, has, ended)
      end do
      y = y*t(:, 1)*(ended(1)%mpi_source + 1) + t(:, 2)*ended(2)%mpi_tag
      u = y/n
      call mpi_startall(4, r)
      left = 4
      do while (left > 0)
         call mpi_waitsome(4, r, done, which, ended)
         do k = 1, done
            if (which(k) <= 2) y = y + t(:, which(k))*ended(k)%mpi_tag
         end do
         left = left - done
      end do
      do k = 1, 4
         call mpi_request_free(r(k))
      end do
      y = y*x/100
   end subroutine statuses
end module modern
