! Requests that begin in one procedure and end in another one, and persistent requests.
module passed
   use mpi
   implicit none
   integer, parameter :: n = 6
   ! buffers and requests of this module
   real(8), target :: edges(2, 2), inner(2)
   integer :: pending(2), kept(4)

   type :: exchange
      real(8) :: halo(2)
      integer :: requests(4)
   end type exchange
contains

   subroutine neighbours(left, right)
      integer, intent(out) :: left, right
      integer :: me, ranks, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      left = merge(me - 1, MPI_PROC_NULL, me > 0)
      right = merge(me + 1, MPI_PROC_NULL, me < ranks - 1)
   end subroutine neighbours

   subroutine begin_exchange(t, r)
      real(8), intent(inout), target :: t(0:n + 1)
      integer, intent(out) :: r(4)
      integer :: left, right, error
      call neighbours(left, right)
      call mpi_irecv(t(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(1), error)
      call mpi_irecv(t(n + 1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, r(2), error)
      call mpi_isend(t(n), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(3), error)
      call mpi_isend(t(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, r(4), error)
   end subroutine begin_exchange

   ! Knows no buffer.
   subroutine end_exchange(r)
      integer, intent(inout) :: r(4)
      integer :: error
      call mpi_waitall(2, r, MPI_STATUSES_IGNORE, error)
      call mpi_waitall(2, r(3:4), MPI_STATUSES_IGNORE, error)
   end subroutine end_exchange

   ! Knows the buffer.
   subroutine end_with(t, r)
      real(8), intent(inout), target :: t(0:n + 1)
      integer, intent(inout) :: r(4)
      integer :: error, k
      do k = 4, 1, -1
         call mpi_wait(r(k), MPI_STATUS_IGNORE, error)
      end do
      t(0) = 2*t(0)
   end subroutine end_with

   ! The requests are arguments: work goes on while messages are on their way.
   subroutine handed(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), target :: t(0:n + 1), u(0:n + 1)
      integer :: r(4), s(4), k
      t = 1
      t(1:n) = x
      do k = 1, 2
         u = t*t
         call begin_exchange(t, r)
         call begin_exchange(u, s)
         y = sin(t(1:n))
         call end_with(t, r)
         call end_exchange(s)
         t(1:n) = y + 0.3d0*t(0:n - 1)*t(2:n + 1) + u(0:n - 1)*u(2:n + 1)
      end do
      y = t(1:n)*x
   end subroutine handed

   subroutine post_edges(t)
      real(8), intent(in) :: t(n)
      integer :: left, right, error
      call neighbours(left, right)
      inner = [t(1), t(n)**2]
      call mpi_irecv(edges(1, 1), 2, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, pending(1), error)
      call mpi_isend(inner, 2, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, pending(2), error)
   end subroutine post_edges

   subroutine add_edges(t)
      real(8), intent(inout) :: t(n)
      integer :: error
      call mpi_waitall(2, pending, MPI_STATUSES_IGNORE, error)
      t(1:2) = t(1:2)*edges(:, 1)
   end subroutine add_edges

   ! Requests and buffers are in the module.
   subroutine shared(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      integer :: k
      y = x
      edges = 1
      do k = 1, 3
         call post_edges(y)
         y(3:) = y(3:)**2*x(3:)
         call add_edges(y)
      end do
   end subroutine shared

   ! Knows no buffer.
   subroutine run_exchange(r)
      integer, intent(inout) :: r(4)
      integer :: error
      call mpi_startall(4, r, error)
      call mpi_waitall(4, r, MPI_STATUSES_IGNORE, error)
   end subroutine run_exchange

   ! Persistent requests that another procedure starts and completes.
   subroutine persistent(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), target :: t(0:n + 1)
      integer :: r(4), k, left, right, error
      t = 1
      t(1:n) = x*x
      call neighbours(left, right)
      call mpi_recv_init(t(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, r(1), error)
      call mpi_recv_init(t(n + 1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, r(2), error)
      call mpi_send_init(t(n), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, r(3), error)
      call mpi_ssend_init(t(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, r(4), error)
      do k = 1, 3
         call run_exchange(r)
         t(1:n) = t(1:n) + 0.1d0*t(0:n - 1)*t(2:n + 1)
      end do
      do k = 1, 4
         call mpi_request_free(r(k), error)
      end do
      y = t(1:n)*x
   end subroutine persistent

   ! Persistent requests in one procedure, with work between start and wait, and checkpoints.
   subroutine repeated(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n), u(n)
      integer :: r(2), me, ranks, error, k, status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      call mpi_send_init(t, n, MPI_DOUBLE_PRECISION, modulo(me + 1, ranks), 4, MPI_COMM_WORLD, r(1), error)
      call mpi_recv_init(u, n, MPI_DOUBLE_PRECISION, modulo(me - 1, ranks), 4, MPI_COMM_WORLD, r(2), error)
      y = x
      u = 1
      !$adc binomial-ckp snapshots=2
      do k = 1, 5
         t = sin(y)*u
         call mpi_start(r(2), error)
         call mpi_start(r(1), error)
         y = y*x
         call mpi_wait(r(1), MPI_STATUS_IGNORE, error)
         call mpi_wait(r(2), status, error)
         y = y + 0.5d0*u*(status(MPI_SOURCE) + 1)/ranks
      end do
      call mpi_request_free(r(1), error)
      call mpi_request_free(r(2), error)
   end subroutine repeated

   ! Tests for one, and for some, of the requests.
   subroutine polled(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: in(n, 4), out(n)
      integer :: r(4), s(4), which(4), me, ranks, error, k, done, left, status(MPI_STATUS_SIZE)
      logical :: has
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      out = x*x
      y = x
      do k = 1, 4
         call mpi_irecv(in(1, k), n, MPI_DOUBLE_PRECISION, modulo(me - k, ranks), k, MPI_COMM_WORLD, r(k), error)
      end do
      do k = 1, 4
         call mpi_isend(out, n, MPI_DOUBLE_PRECISION, modulo(me + k, ranks), k, MPI_COMM_WORLD, s(k), error)
      end do
      has = .false.
      do while (.not. has)
         call mpi_testany(4, r, k, has, status, error)
      end do
      y = y + k*in(:, k)*status(MPI_TAG)
      left = 3
      do while (left > 0)
         call mpi_testsome(4, r, done, which, MPI_STATUSES_IGNORE, error)
         do k = 1, done
            y = y + which(k)**2*in(:, which(k))
         end do
         left = left - done
      end do
      call mpi_waitall(4, s, MPI_STATUSES_IGNORE, error)
      y = sin(y)*x
   end subroutine polled

   ! Messages without reals, and collective calls that do not wait, in a loop with checkpoints.
   subroutine others(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: r(3), me, ranks, error, k, own, other, column
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x
      !$adc binomial-ckp snapshots=3
      do k = 1, 6
         call mpi_ibarrier(MPI_COMM_WORLD, r(1), error)
         own = me + k
         call mpi_irecv(other, 1, MPI_INTEGER, modulo(me - 1, ranks), 5, MPI_COMM_WORLD, r(2), error)
         call mpi_isend(own, 1, MPI_INTEGER, modulo(me + 1, ranks), 5, MPI_COMM_WORLD, r(3), error)
         call mpi_waitall(3, r, MPI_STATUSES_IGNORE, error)
         call mpi_type_contiguous(3, MPI_DOUBLE_PRECISION, column, error)
         call mpi_type_commit(column, error)
         call mpi_iallreduce(y, t, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, r(1), error)
         call mpi_wait(r(1), MPI_STATUS_IGNORE, error)
         t = t/ranks
         call mpi_ibcast(t, 1, column, 0, MPI_COMM_WORLD, r(1), error)
         call mpi_wait(r(1), MPI_STATUS_IGNORE, error)
         call mpi_type_free(column, error)
         y = 0.3d0*sin(t)*y + x*other/20
         call mpi_irecv(t, n, MPI_DOUBLE_PRECISION, modulo(me - 1, ranks), 6, MPI_COMM_WORLD, r(1), error)
         call mpi_send(y, n, MPI_DOUBLE_PRECISION, modulo(me + 1, ranks), 6, MPI_COMM_WORLD, error)
         call mpi_wait(r(1), MPI_STATUS_IGNORE, error)
         y = y + 0.2d0*t*y
      end do
   end subroutine others
end module passed
