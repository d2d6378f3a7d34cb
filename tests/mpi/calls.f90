! One head for each way to send a message: y depends on the x of all ranks that send to this one.
module calls
   use mpi
   implicit none
   integer, parameter :: n = 6
contains

   ! A pipeline: each rank waits for the one before it.
   subroutine pipeline(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, ranks, error, status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      t = 1
      if (me > 0) call mpi_recv(t, n, MPI_DOUBLE_PRECISION, me - 1, 3, MPI_COMM_WORLD, status, error)
      t = t*sin(x)
      if (me < ranks - 1) call mpi_ssend(t, n, MPI_DOUBLE_PRECISION, me + 1, 3, MPI_COMM_WORLD, error)
      y = t*x
   end subroutine pipeline

   ! All ranks send messages of different lengths to the first, which takes them as they come.
   subroutine master(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, ranks, error, k, count, status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x*x
      if (me == 0) then
         do k = 2, ranks
            t = x
            call mpi_recv(t, n, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, error)
            call mpi_get_count(status, MPI_DOUBLE_PRECISION, count, error)
            y = y + t*t*status(MPI_SOURCE)*(1 + count/10d0)
         end do
      else
         count = 1 + mod(me, n - 1)
         call mpi_send(y(2), count, MPI_DOUBLE_PRECISION, 0, me, MPI_COMM_WORLD, error)
      end if
      ! no message of a later call comes before one of this call
      call mpi_barrier(MPI_COMM_WORLD, error)
   end subroutine master

   ! Halos of a line, with nothing beyond its ends; sections and elements as buffers.
   subroutine halos(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(0:n + 1)
      integer :: me, ranks, error, left, right, k, i
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      left = me - 1
      if (left < 0) left = MPI_PROC_NULL
      right = me + 1
      if (right == ranks) right = MPI_PROC_NULL
      t(0) = 1
      t(n + 1) = x(1)
      t(1:n) = x
      do k = 1, 3
         call mpi_sendrecv(t(1), 1, MPI_REAL8, left, 1, t(n + 1), 1, MPI_REAL8, right, 1, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE, error)
         call mpi_sendrecv(t(n:n), 1, MPI_REAL8, right, 2, t(0:0), 1, MPI_REAL8, left, 2, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE, error)
         do i = 1, n
            y(i) = t(i) + 0.1d0*t(i - 1)*t(i + 1)
         end do
         t(1:n) = y
      end do
   end subroutine halos

   ! Columns of a matrix travel in a ring, by a datatype of their own.
   subroutine columns(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: a(3, 2)
      integer :: me, ranks, error, row
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      call mpi_type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, row, error)
      call mpi_type_commit(row, error)
      a = reshape(x*x, [3, 2])
      call mpi_sendrecv_replace(a(2, 1), 1, row, mod(me + 1, ranks), 1, mod(me + ranks - 1, ranks), 1, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
      a = a*a
      call mpi_bcast(a(1, 1), 1, row, ranks - 1, MPI_COMM_WORLD, error)
      y = reshape(a, [n])*x
      call mpi_type_free(row, error)
   end subroutine columns

   ! Modes of sending.
   subroutine modes(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, ranks, error, length, space(20*n)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      t = exp(x)
      y = t
      if (ranks > 1) then
         if (me == 0) then
            call mpi_buffer_attach(space, 80*n, error)
            call mpi_bsend(t, n, MPI_DOUBLE_PRECISION, 1, 1, MPI_COMM_WORLD, error)
            call mpi_recv(y, n, MPI_DOUBLE_PRECISION, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
            call mpi_buffer_detach(space, length, error)
         else if (me == 1) then
            call mpi_recv(y, n, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
            y = y*x
            call mpi_rsend(y, n - 1, MPI_DOUBLE_PRECISION, 0, 2, MPI_COMM_WORLD, error)
         end if
      end if
      y = y*t
   end subroutine modes

   ! Sums.
   subroutine sums(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: s(n), t(n)
      integer :: me, ranks, error, op
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      s = x*x*(me + 1)
      call mpi_allreduce(s, t, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = t*x
      call mpi_allreduce(MPI_IN_PLACE, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = sin(y/100)
      t = x
      call mpi_reduce(y, t, n - 1, MPI_DOUBLE_PRECISION, MPI_SUM, ranks - 1, MPI_COMM_WORLD, error)
      if (me == 0) then
         call mpi_reduce(MPI_IN_PLACE, t, n, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
      else
         call mpi_reduce(t, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
      end if
      y = y*t
      op = MPI_SUM
      call mpi_allreduce(y, s, n, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD, error)
      y = s*x
   end subroutine sums

   ! Extrema and products.
   subroutine extrema(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n), s(n)
      integer :: me, ranks, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      call mpi_allreduce(x, t, n, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
      y = t*x
      call mpi_allreduce(MPI_IN_PLACE, y, n, MPI_DOUBLE_PRECISION, MPI_MIN, MPI_COMM_WORLD, error)
      y = y*x
      call mpi_allreduce(y, t, n, MPI_DOUBLE_PRECISION, MPI_PROD, MPI_COMM_WORLD, error)
      y = y + t
      s = x
      call mpi_reduce(y, s, n, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
      y = s*y
      ! one factor, then two factors are zero
      s = x
      if (me == 0) s(1:2) = x(1:2) - x(1:2)
      if (me == ranks - 1) s(2:3) = x(2:3) - x(3:2:-1)
      call mpi_allreduce(s, t, n, MPI_DOUBLE_PRECISION, MPI_PROD, MPI_COMM_WORLD, error)
      y = y + t
   end subroutine extrema

   ! Broadcasts from each rank in turn.
   subroutine broadcasts(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x
      do k = 0, ranks - 1
         t = y*x
         call mpi_bcast(t, n - 1, MPI_DOUBLE_PRECISION, k, MPI_COMM_WORLD, error)
         y = y + t*t
      end do
      y = y/10
   end subroutine broadcasts

   ! Parts of arrays to one rank, and back.
   subroutine parts(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:)
      integer, allocatable :: counts(:), displs(:)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(0:n*ranks), counts(ranks), displs(ranks))
      all = 2
      counts = [(1 + mod(k, n - 1), k=1, ranks)]
      displs = [((k - 1)*n, k=1, ranks)]
      y = x*x
      call mpi_gather(y, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
      all = all*all
      call mpi_scatter(all(1), n, MPI_DOUBLE_PRECISION, y, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
      y = y*x
      all = all + y(1)
      call mpi_gatherv(y, counts(me + 1), MPI_DOUBLE_PRECISION, all, counts, displs, MPI_DOUBLE_PRECISION, &
         ranks - 1, MPI_COMM_WORLD, error)
      all = sin(all/50)
      call mpi_scatterv(all, counts, displs, MPI_DOUBLE_PRECISION, y(2), counts(me + 1), &
         MPI_DOUBLE_PRECISION, ranks - 1, MPI_COMM_WORLD, error)
      y = y + x*sum(all)
      deallocate (all, counts, displs)
   end subroutine parts

   ! Parts of arrays, gathered and exchanged by all.
   subroutine exchanges(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:), others(:)
      integer, allocatable :: counts(:), displs(:)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(n*ranks), others(n*ranks), counts(ranks), displs(ranks))
      counts = [(1 + mod(k, n - 1), k=1, ranks)]
      displs = [((k - 1)*n, k=1, ranks)]
      others = 1
      call mpi_allgather(x, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
      all = all*all*x(1)
      call mpi_alltoall(all, n, MPI_DOUBLE_PRECISION, others, n, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
      others = others*others
      y = x*sum(others)
      call mpi_allgatherv(y, counts(me + 1), MPI_DOUBLE_PRECISION, others, counts, displs, MPI_DOUBLE_PRECISION, &
         MPI_COMM_WORLD, error)
      y = y/100 + sin(sum(others)/1000)*x
      deallocate (all, others, counts, displs)
   end subroutine exchanges

   ! Collectives whose own part is in place.
   subroutine in_place(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:)
      integer, allocatable :: counts(:), displs(:)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(n*ranks), counts(ranks), displs(ranks))
      counts = [(1 + mod(k, n - 1), k=1, ranks)]
      displs = [((k - 1)*n, k=1, ranks)]
      all = x(2)
      all(me*n + 1:me*n + n) = x*x
      call mpi_allgather(MPI_IN_PLACE, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
      all = all*x(1)
      call mpi_allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, all, counts, displs, MPI_DOUBLE_PRECISION, &
         MPI_COMM_WORLD, error)
      all = all*x(3)
      if (me == 0) then
         call mpi_gather(MPI_IN_PLACE, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
         all = all*all
         call mpi_scatter(all, n, MPI_DOUBLE_PRECISION, MPI_IN_PLACE, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
         y = all(1:n)
         call mpi_gatherv(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, all, counts, displs, MPI_DOUBLE_PRECISION, 0, &
            MPI_COMM_WORLD, error)
         all = all*x(4)
         call mpi_scatterv(all, counts, displs, MPI_DOUBLE_PRECISION, MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, 0, &
            MPI_COMM_WORLD, error)
      else
         y = all(1:n)
         call mpi_gather(y, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
         call mpi_scatter(all, n, MPI_DOUBLE_PRECISION, y, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
         call mpi_gatherv(y, counts(me + 1), MPI_DOUBLE_PRECISION, all, counts, displs, MPI_DOUBLE_PRECISION, 0, &
            MPI_COMM_WORLD, error)
         call mpi_scatterv(all, counts, displs, MPI_DOUBLE_PRECISION, y, counts(me + 1), MPI_DOUBLE_PRECISION, 0, &
            MPI_COMM_WORLD, error)
      end if
      y = y*x + sum(all)/100
      deallocate (all, counts, displs)
   end subroutine in_place

   ! Other types of numbers, and a communicator of some ranks.
   subroutine types(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(4) :: a(n), b(n)
      complex(8) :: z(2), w
      complex(4) :: c(1)
      integer :: me, ranks, error, half, kind
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      call mpi_comm_split(MPI_COMM_WORLD, mod(me, 2), me, half, error)
      a = real(x, 4)
      kind = MPI_REAL
      call mpi_allreduce(a, b, n, kind, MPI_SUM, half, error)
      z = cmplx(x(1:2), x(3:4)*b(1), kind=8)
      call mpi_bcast(z, 2, MPI_DOUBLE_COMPLEX, 0, half, error)
      w = z(1)*z(2)
      c(1) = cmplx(w)
      call mpi_allreduce(MPI_IN_PLACE, c, 1, MPI_COMPLEX, MPI_SUM, MPI_COMM_WORLD, error)
      y = x*real(w) + aimag(c(1)) + b
      call mpi_comm_free(half, error)
   end subroutine types
end module calls
