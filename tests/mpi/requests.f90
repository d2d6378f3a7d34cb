! Non-blocking messages: y depends on the x of all ranks that send to this one.
module requests
   use mpi
   implicit none
   integer, parameter :: n = 6
contains

   ! Neighbours in a ring, by elements, in a loop; requests are completed one after the other.
   subroutine ring(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: halo(n, 2), t(n)
      integer :: me, ranks, error, k, round, r(2), s(2), at(2), status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      at = [modulo(me - 1, ranks), modulo(me + 1, ranks)]
      y = x
      do round = 1, 2
         t = y*y
         do k = 1, 2
            call mpi_irecv(halo(2, k), n - 1, MPI_DOUBLE_PRECISION, at(k), k, MPI_COMM_WORLD, r(k), error)
         end do
         do k = 1, 2
            call mpi_isend(t, n - 1, MPI_DOUBLE_PRECISION, at(k), 3 - k, MPI_COMM_WORLD, s(k), error)
         end do
         y = 0.1d0*sin(y)
         do k = 2, 1, -1
            call mpi_wait(r(k), status, error)
            y(2:) = y(2:) + halo(2:, k)*x(2:)
         end do
         call mpi_waitall(2, s, MPI_STATUSES_IGNORE, error)
         halo = 0
      end do
   end subroutine ring

   ! All send to the first, which takes what comes first.
   subroutine any_of(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8), allocatable :: all(:, :)
      integer, allocatable :: r(:)
      integer :: me, ranks, error, k, which, status(MPI_STATUS_SIZE)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      y = x*x
      if (me == 0) then
         allocate (all(n, ranks - 1), r(ranks - 1))
         do k = 1, ranks - 1
            call mpi_irecv(all(1, k), n, MPI_DOUBLE_PRECISION, k, MPI_ANY_TAG, MPI_COMM_WORLD, r(k), error)
         end do
         do k = 1, ranks - 1
            call mpi_waitany(ranks - 1, r, which, status, error)
            y = y + status(MPI_TAG)*all(:, which)**2
         end do
      else
         allocate (all(n, 1), r(1))
         all(:, 1) = exp(x)
         call mpi_issend(all, n, MPI_DOUBLE_PRECISION, 0, me + 10, MPI_COMM_WORLD, r(1), error)
         call mpi_wait(r(1), MPI_STATUS_IGNORE, error)
      end if
      deallocate (all, r)
   end subroutine any_of

   ! Waits by testing; blocking and non-blocking calls meet.
   subroutine tested(x, y)
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y(n)
      real(8) :: t(n), u(n)
      integer :: me, ranks, error, request, other
      logical :: done
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      t = sin(x)
      u = x
      other = merge(me - 1, me + 1, mod(me, 2) == 1)
      if (other < ranks) then
         if (mod(me, 2) == 1) then
            call mpi_irecv(u, n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, request, error)
            call mpi_send(t, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, error)
            done = .false.
            do while (.not. done)
               call mpi_test(request, done, MPI_STATUS_IGNORE, error)
            end do
         else
            call mpi_isend(t, n, MPI_DOUBLE_PRECISION, other, 1, MPI_COMM_WORLD, request, error)
            call mpi_recv(u, n, MPI_DOUBLE_PRECISION, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
            call mpi_wait(request, MPI_STATUS_IGNORE, error)
         end if
      end if
      y = u*u*x
   end subroutine tested
end module requests
