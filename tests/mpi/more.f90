! More ways to send a message: y depends on the x of all ranks that send to this one.
module more
   use mpi
   implicit none
   integer, parameter :: n = 6
contains

   ! Sums over the ranks before.
   subroutine scans(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n), s(n)
      integer :: me, ranks, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      t = x*x*(me + 1)
      call mpi_scan(t, s, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = sin(s/10)*x
      t = x
      call mpi_exscan(y, t, n - 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = y + t*x
      call mpi_scan(MPI_IN_PLACE, y(2), n - 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      s = y*x
      call mpi_exscan(MPI_IN_PLACE, s, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = y + s*t/10
   end subroutine scans

   ! Sums whose parts go to different ranks.
   subroutine scattered(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:)
      integer, allocatable :: counts(:)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(n*ranks), counts(ranks))
      counts = [(1 + mod(k, n - 1), k=1, ranks)]
      all = [(x(1 + mod(k, n))*(k + me), k=1, n*ranks)]
      y = x
      call mpi_reduce_scatter(all, y(2), counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      all = sin(all/10)*y(2)
      call mpi_reduce_scatter_block(all, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      all = all*x(3)
      call mpi_reduce_scatter(MPI_IN_PLACE, all, counts, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = y + all(1)*x
      all = [(x(1 + mod(k, n))*y(1), k=1, n*ranks)]
      call mpi_reduce_scatter_block(MPI_IN_PLACE, all, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      y = (y + all(2)*x)/100
      deallocate (all, counts)
   end subroutine scattered

   ! Blocks of different sizes for each rank.
   subroutine uneven_blocks(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:), others(:)
      integer, dimension(:), allocatable :: sent, received, at
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(n*ranks), others(n*ranks), sent(ranks), received(ranks), at(ranks))
      ! nothing for some
      sent = [(mod(me + 2*k, n), k=0, ranks - 1)]
      received = [(mod(k + 2*me, n), k=0, ranks - 1)]
      at = [(n*k, k=0, ranks - 1)]
      all = [(x(1 + mod(k, n))**2, k=1, n*ranks)]
      others = x(1)
      call mpi_alltoallv(all, sent, at, MPI_DOUBLE_PRECISION, others, received, at, MPI_DOUBLE_PRECISION, &
         MPI_COMM_WORLD, error)
      others = others*others*x(2)
      call mpi_alltoall(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, others, n, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
      others = sin(others)
      sent = [(mod(me + k, n), k=0, ranks - 1)]
      call mpi_alltoallv(MPI_IN_PLACE, sent, at, MPI_DOUBLE_PRECISION, others, sent, at, MPI_DOUBLE_PRECISION, &
         MPI_COMM_WORLD, error)
      y = x*sum(others*[(k, k=1, n*ranks)])/100
      deallocate (all, others, sent, received, at)
   end subroutine uneven_blocks

   ! Collective calls that do not wait.
   subroutine begun(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:)
      real(8) :: t(n), s(n), u(n)
      integer :: me, ranks, error, r(4), status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      allocate (all(n*ranks))
      all = 1
      t = x*(me + 1)
      s = x*x
      u = x
      call mpi_ibcast(t, n, MPI_DOUBLE_PRECISION, ranks - 1, MPI_COMM_WORLD, r(1), error)
      call mpi_iallreduce(MPI_IN_PLACE, s, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, r(2), error)
      call mpi_ireduce(x, u, n, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, r(3), error)
      call mpi_wait(r(1), status, error)
      y = t*x
      call mpi_igather(y, n, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, r(1), error)
      call mpi_waitall(3, r, MPI_STATUSES_IGNORE, error)
      all = all*all*s(1)
      call mpi_ialltoall(MPI_IN_PLACE, 0, MPI_DOUBLE_PRECISION, all, n, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, r(2), error)
      call mpi_iscan(u, t, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, r(4), error)
      call mpi_wait(r(4), MPI_STATUS_IGNORE, error)
      call mpi_wait(r(2), MPI_STATUS_IGNORE, error)
      y = (y + t*u*all(n))/10
      deallocate (all)
   end subroutine begun

   ! Extrema with their places.
   subroutine places(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: pairs(2, n), found(2, n)
      integer :: me, ranks, error, k
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      do k = 1, n
         pairs(:, k) = [x(k)*x(1 + mod(k, n)), real(n*me + k, 8)]
      end do
      call mpi_allreduce(pairs, found, n, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, error)
      y = found(1, :)*x*found(2, :)/(n*ranks)
      pairs(1, :) = y
      found = 1
      call mpi_reduce(pairs, found, n, MPI_2DOUBLE_PRECISION, MPI_MINLOC, ranks - 1, MPI_COMM_WORLD, error)
      y = y + found(1, :)*x
   end subroutine places

   ! Requests that are completed some at a time, all at once, or never.
   subroutine some(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:, :)
      integer, allocatable :: r(:), which(:), statuses(:, :)
      real(8) :: t(n), u(n)
      integer :: me, ranks, error, k, count, left, request(2)
      logical :: done
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x*x
      if (me == 0) then
         allocate (all(n, ranks - 1), r(ranks - 1), which(ranks - 1), statuses(MPI_STATUS_SIZE, ranks - 1))
         do k = 1, ranks - 1
            call mpi_irecv(all(1, k), n, MPI_DOUBLE_PRECISION, k, 5, MPI_COMM_WORLD, r(k), error)
         end do
         left = ranks - 1
         do while (left > 0)
            call mpi_waitsome(ranks - 1, r, count, which, statuses, error)
            do k = 1, count
               y = y + statuses(MPI_SOURCE, k)*all(:, which(k))**2
            end do
            left = left - count
         end do
         deallocate (all, r, which, statuses)
      else
         t = sin(x)
         call mpi_isend(t, n, MPI_DOUBLE_PRECISION, 0, 5, MPI_COMM_WORLD, request(1), error)
         call mpi_request_free(request(1), error)
      end if
      u = y*y/10
      call mpi_irecv(y, n - 1, MPI_DOUBLE_PRECISION, modulo(me - 1, ranks), 6, MPI_COMM_WORLD, request(1), error)
      call mpi_isend(u, n - 1, MPI_DOUBLE_PRECISION, modulo(me + 1, ranks), 6, MPI_COMM_WORLD, request(2), error)
      done = .false.
      do while (.not. done)
         call mpi_testall(2, request, done, MPI_STATUSES_IGNORE, error)
      end do
      y = y*x
   end subroutine some
end module more
