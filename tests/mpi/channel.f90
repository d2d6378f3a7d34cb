! A 1-D shallow water channel, divided among the ranks.
module channel
   use mpi
   implicit none
contains

   subroutine exchange(n, h, u)
      integer, intent(in) :: n
      real(8), intent(inout) :: h(0:n + 1), u(0:n + 1)
      integer :: me, ranks, left, right, error, r(8)
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      left = modulo(me - 1, ranks)
      right = modulo(me + 1, ranks)
      call mpi_irecv(h(0), 1, MPI_REAL8, left, 1, MPI_COMM_WORLD, r(1), error)
      call mpi_irecv(u(0), 1, MPI_REAL8, left, 2, MPI_COMM_WORLD, r(2), error)
      call mpi_irecv(h(n + 1), 1, MPI_REAL8, right, 3, MPI_COMM_WORLD, r(3), error)
      call mpi_irecv(u(n + 1), 1, MPI_REAL8, right, 4, MPI_COMM_WORLD, r(4), error)
      call mpi_isend(h(n), 1, MPI_REAL8, right, 1, MPI_COMM_WORLD, r(5), error)
      call mpi_isend(u(n), 1, MPI_REAL8, right, 2, MPI_COMM_WORLD, r(6), error)
      call mpi_isend(h(1), 1, MPI_REAL8, left, 3, MPI_COMM_WORLD, r(7), error)
      call mpi_isend(u(1), 1, MPI_REAL8, left, 4, MPI_COMM_WORLD, r(8), error)
      call mpi_waitall(8, r, MPI_STATUSES_IGNORE, error)
   end subroutine exchange

   subroutine flow(n, steps, snapshots, disk, h, u, friction, cost)
      integer, intent(in) :: n, steps, snapshots, disk
      real(8), intent(inout) :: h(0:n + 1), u(0:n + 1)
      real(8), intent(in) :: friction
      real(8), intent(out) :: cost
      real(8), parameter :: dt = 0.01d0
      real(8) :: hn(n), un(n), own
      integer :: k, i, error
      !$adc binomial-ckp snapshots=snapshots disk=disk
      do k = 1, steps
         call exchange(n, h, u)
         do i = 1, n
            hn(i) = 0.5d0*(h(i - 1) + h(i + 1)) - 0.5d0*dt*(h(i + 1)*u(i + 1) - h(i - 1)*u(i - 1))
            un(i) = 0.5d0*(u(i - 1) + u(i + 1)) - 0.5d0*dt*(0.5d0*u(i + 1)**2 + h(i + 1) - 0.5d0*u(i - 1)**2 - h(i - 1)) &
               - dt*friction*u(i)*abs(u(i))
         end do
         h(1:n) = hn
         u(1:n) = un
      end do
      own = sum(h(1:n)**2) + sum(u(1:n)**2)
      call mpi_allreduce(own, cost, 1, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, error)
   end subroutine flow
end module channel
