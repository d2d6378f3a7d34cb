! Models on a distributed domain: heat in two dimensions, with halos of rows, and the method of conjugate gradients.
module models
   use mpi
   implicit none
   integer, parameter :: nx = 12
contains

   ! The neighbours in a line of ranks.
   subroutine neighbours(below, above)
      integer, intent(out) :: below, above
      integer :: me, ranks, error
      call mpi_comm_rank(MPI_COMM_WORLD, me, error)
      call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
      below = merge(me - 1, MPI_PROC_NULL, me > 0)
      above = merge(me + 1, MPI_PROC_NULL, me < ranks - 1)
   end subroutine neighbours

   ! Copies the rows beside the own ones from the neighbours.
   subroutine exchange(ny, u)
      integer, intent(in) :: ny
      real(8), intent(inout) :: u(nx, 0:ny + 1)
      integer :: below, above, error, status(MPI_STATUS_SIZE)
      call neighbours(below, above)
      call mpi_sendrecv(u(1, 1), nx, MPI_DOUBLE_PRECISION, below, 1, u(1, ny + 1), nx, MPI_DOUBLE_PRECISION, above, 1, &
         MPI_COMM_WORLD, status, error)
      call mpi_sendrecv(u(1, ny), nx, MPI_DOUBLE_PRECISION, above, 2, u(1, 0), nx, MPI_DOUBLE_PRECISION, below, 2, &
         MPI_COMM_WORLD, status, error)
   end subroutine exchange

   ! The same, while the interior is computed elsewhere.
   subroutine exchange_nonblocking(ny, u)
      integer, intent(in) :: ny
      real(8), intent(inout) :: u(nx, 0:ny + 1)
      integer :: below, above, error, requests(4)
      call neighbours(below, above)
      call mpi_irecv(u(1, 0), nx, MPI_DOUBLE_PRECISION, below, 2, MPI_COMM_WORLD, requests(1), error)
      call mpi_irecv(u(1, ny + 1), nx, MPI_DOUBLE_PRECISION, above, 1, MPI_COMM_WORLD, requests(2), error)
      call mpi_isend(u(1, 1), nx, MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, requests(3), error)
      call mpi_isend(u(1, ny), nx, MPI_DOUBLE_PRECISION, above, 2, MPI_COMM_WORLD, requests(4), error)
      call mpi_waitall(4, requests, MPI_STATUSES_IGNORE, error)
   end subroutine exchange_nonblocking

   ! One explicit step; conduction depends on the temperature.
   subroutine step(ny, u, k)
      integer, intent(in) :: ny
      real(8), intent(inout) :: u(nx, 0:ny + 1)
      real(8), intent(in) :: k
      real(8) :: old(nx, 0:ny + 1), c
      integer :: i, j
      old = u
      do j = 1, ny
         do i = 2, nx - 1
            c = k*(1 + 0.1d0*old(i, j)**2)
            u(i, j) = old(i, j) + c*(old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1) - 4*old(i, j))
         end do
      end do
   end subroutine step

   subroutine energy(ny, u, cost)
      integer, intent(in) :: ny
      real(8), intent(in) :: u(nx, 0:ny + 1)
      real(8), intent(out) :: cost
      real(8) :: own
      integer :: error
      own = sum(u(:, 1:ny)**2)
      call mpi_allreduce(own, cost, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
   end subroutine energy

   subroutine heat(ny, steps, u, k, cost)
      integer, intent(in) :: ny, steps
      real(8), intent(inout) :: u(nx, 0:ny + 1)
      real(8), intent(in) :: k
      real(8), intent(out) :: cost
      integer :: n
      do n = 1, steps
         call exchange(ny, u)
         call step(ny, u, k)
      end do
      call energy(ny, u, cost)
   end subroutine heat

   subroutine heat_nonblocking(ny, steps, u, k, cost)
      integer, intent(in) :: ny, steps
      real(8), intent(inout) :: u(nx, 0:ny + 1)
      real(8), intent(in) :: k
      real(8), intent(out) :: cost
      integer :: n
      do n = 1, steps
         call exchange_nonblocking(ny, u)
         call step(ny, u, k)
      end do
      call energy(ny, u, cost)
   end subroutine heat_nonblocking

   subroutine dot(a, b, s)
      real(8), intent(in) :: a(:), b(:)
      real(8), intent(out) :: s
      real(8) :: own
      integer :: error
      own = sum(a*b)
      call mpi_allreduce(own, s, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
   end subroutine dot

   ! y = A*x, where A is tridiagonal with the diagonal d.
   subroutine product(n, d, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: d(n), x(n)
      real(8), intent(out) :: y(n)
      real(8) :: w(0:n + 1)
      integer :: below, above, error, status(MPI_STATUS_SIZE)
      call neighbours(below, above)
      w(0) = 0
      w(n + 1) = 0
      w(1:n) = x
      call mpi_sendrecv(w(1), 1, MPI_REAL8, below, 1, w(n + 1), 1, MPI_REAL8, above, 1, MPI_COMM_WORLD, status, error)
      call mpi_sendrecv(w(n), 1, MPI_REAL8, above, 2, w(0), 1, MPI_REAL8, below, 2, MPI_COMM_WORLD, status, error)
      y = d*x - w(0:n - 1) - w(2:n + 1)
   end subroutine product

   ! Solves A*x = b in a fixed number of iterations.
   subroutine cg(n, d, b, cost)
      integer, intent(in) :: n
      real(8), intent(in) :: d(n), b(n)
      real(8), intent(out) :: cost
      real(8) :: x(n), r(n), p(n), q(n), rr, new, pq
      integer :: k
      x = 0
      r = b
      p = b
      call dot(r, r, rr)
      do k = 1, 8
         call product(n, d, p, q)
         call dot(p, q, pq)
         x = x + rr/pq*p
         r = r - rr/pq*q
         call dot(r, r, new)
         p = r + new/rr*p
         rr = new
      end do
      call dot(x, x, cost)
   end subroutine cg
end module models
