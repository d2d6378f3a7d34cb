! Prints numbers that have to be the same on any number of ranks: costs, and checksums of gradients and tangents.
program models_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use models
   use models_d
   use models_b
   implicit none
   integer, parameter :: rows = 28, steps = 10
   integer :: me, ranks, error, first, ny
   call mpi_init(error)
   call mpi_comm_rank(MPI_COMM_WORLD, me, error)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
   first = me*rows/ranks
   ny = (me + 1)*rows/ranks - first
   call heats('heat', heat, heat_d, heat_b)
   call heats('heat_nonblocking', heat_nonblocking, heat_nonblocking_d, heat_nonblocking_b)
   call conjugate
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)

contains

   subroutine shown(name, own)
      character(*), intent(in) :: name
      real(8), intent(in) :: own(:)
      real(8) :: all(size(own))
      call mpi_allreduce(own, all, size(own), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      if (me == 0) print '(a, 9es24.15)', name, all
   end subroutine shown

   subroutine heats(name, f, f_d, f_b)
      character(*), intent(in) :: name
      interface
         subroutine f(ny, steps, u, k, cost)
            import :: nx
            integer, intent(in) :: ny, steps
            real(8), intent(inout) :: u(nx, 0:ny + 1)
            real(8), intent(in) :: k
            real(8), intent(out) :: cost
         end subroutine f
         subroutine f_d(ny, steps, u, ud, k, kd, cost, costd)
            import :: nx
            integer, intent(in) :: ny, steps
            real(8), intent(inout) :: u(nx, 0:ny + 1), ud(nx, 0:ny + 1)
            real(8), intent(in) :: k, kd
            real(8), intent(out) :: cost, costd
         end subroutine f_d
         subroutine f_b(ny, steps, u, ub, k, kb, cost, costb)
            import :: nx
            integer, intent(in) :: ny, steps
            real(8), intent(inout) :: u(nx, 0:ny + 1), ub(nx, 0:ny + 1), kb, cost, costb
            real(8), intent(in) :: k
         end subroutine f_b
      end interface
      real(8), dimension(nx, 0:ny + 1) :: u0, v, u, ud, ub, w
      real(8) :: k, kd, kb, cost, costd, costb
      integer :: i, j, twice
      k = 0.1d0
      kd = 0.3d0
      u0 = 0
      v = 0
      w = 0
      do j = 1, ny
         u0(:, j) = [(sin(0.3d0*i + 0.2d0*(j + first)), i=1, nx)]
         v(:, j) = [(cos(0.7d0*i - 0.5d0*(j + first)), i=1, nx)]
         w(:, j) = [(cos(1d0*i + 3*(j + first)), i=1, nx)]
      end do
      u = u0
      call f(ny, steps, u, k, cost)
      call shown(name//' cost', [cost/ranks])
      do twice = 1, 2
         u = u0
         ud = v
         call f_d(ny, steps, u, ud, k, kd, cost, costd)
         u = u0
         ub = 0
         kb = 1d30
         ! the cost is the same on all ranks: its weight counts once
         costb = merge(1, 0, me == 0)
         call f_b(ny, steps, u, ub, k, kb, cost, costb)
         call shown(name//' derivative', [costd/ranks, sum(ub*v) + kb*kd])
         call shown(name//' gradient', [kb, sum(ub(:, 1:ny)), sum(ub*w), sum(abs(ub(:, 1:ny)))])
      end do
   end subroutine heats

   subroutine conjugate
      real(8), dimension(ny) :: d, dd, db, b, bd, bb, w
      real(8) :: cost, costd, costb
      integer :: i, twice
      d = [(2.5d0 + sin(1d0*(i + first)), i=1, ny)]
      b = [(cos(0.4d0*(i + first)), i=1, ny)]
      dd = [(cos(2d0*(i + first)), i=1, ny)]
      bd = [(sin(3d0*(i + first)), i=1, ny)]
      w = [(cos(5d0*(i + first)), i=1, ny)]
      do twice = 1, 2
         call cg_d(ny, d, dd, b, bd, cost, costd)
         db = 1d30
         bb = 1d30
         costb = merge(1, 0, me == 0)
         call cg_b(ny, d, db, b, bb, cost, costb)
         call shown('cg derivative', [costd/ranks, sum(db*dd) + sum(bb*bd)])
         call shown('cg gradient', [sum(db), sum(db*w), sum(bb), sum(bb*w)])
      end do
   end subroutine conjugate
end program models_check
