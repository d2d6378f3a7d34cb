! Prints numbers that have to be the same on any number of ranks: gradients of long runs with few snapshots. With an
! argument, one of 10,000 steps.
program channel_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use channel
   use channel_d
   use channel_b
   implicit none
   integer, parameter :: cells = 84
   integer(selected_int_kind(18)), external :: adc_tape_peak_bytes
   integer :: me, ranks, error, first, n
   call mpi_init(error)
   call mpi_comm_rank(MPI_COMM_WORLD, me, error)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
   first = me*cells/ranks
   n = (me + 1)*cells/ranks - first
   if (command_argument_count() > 0) call long(10000, 20, 0)
   call long(300, 3, 4)
   call long(500, 6, 0)
   call long(1, 1, 0)
   call long(0, 1, 0)
   if (adc_tape_peak_bytes() > 30000) print *, 'the tape is too large'
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)

contains

   subroutine long(steps, snapshots, disk)
      integer, intent(in) :: steps, snapshots, disk
      real(8), dimension(0:n + 1) :: h, u, hd, ud, hb, ub
      real(8) :: friction, frictiond, frictionb, cost, costd, costb, own(4), all(4)
      integer :: i
      hd = 0
      ud = 0
      do i = 1, n
         hd(i) = cos(0.37d0*(i + first))
         ud(i) = sin(0.21d0*(i + first))
      end do
      friction = 0.1d0
      frictiond = 0.5d0
      call begin(h, u)
      call flow_d(n, steps, snapshots, disk, h, hd, u, ud, friction, frictiond, cost, costd)
      call begin(h, u)
      hb = 0
      ub = 0
      frictionb = 1d30
      costb = merge(1, 0, me == 0)
      call flow_b(n, steps, snapshots, disk, h, hb, u, ub, friction, frictionb, cost, costb)
      own = 0
      own(1) = frictionb
      do i = 1, n
         own(2) = own(2) + hb(i)*cos(0.37d0*(i + first)) + ub(i)*sin(0.21d0*(i + first))
         own(3) = own(3) + hb(i)
         own(4) = own(4) + abs(hb(i)) + abs(ub(i))
      end do
      own(2) = own(2) + frictiond*frictionb
      call mpi_allreduce(own, all, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
      if (me == 0) print '(6es24.15)', cost, costd, all
      if (me == 0 .and. abs(costd - all(2)) > 1d-10) print *, 'WRONG', costd, all(2)
   end subroutine long

   subroutine begin(h, u)
      real(8), intent(out) :: h(0:n + 1), u(0:n + 1)
      integer :: i
      h = 0
      u = 0
      do i = 1, n
         h(i) = 1 + 0.1d0*exp(-0.01d0*(i + first - 40)**2)
         u(i) = 0.05d0*sin(0.3d0*(i + first))
      end do
   end subroutine begin
end program channel_check
