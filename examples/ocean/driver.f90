! Where does the tracer in a region come from? The gradient of its amount, by the adjoint, on any number of ranks.
program driver
   use mpi
   use basin, only: part, divide, finish_parts
   use ocean, only: dp, layer, new_layer, run
   use ocean_b, only: run_b
   use ocean_d, only: run_d
   use adc_mpi, only: adc_mpi_check
   implicit none
   integer, parameter :: cells_x = 48, cells_y = 36
   integer(selected_int_kind(18)), external :: adc_tape_peak_bytes
   type(part) :: p
   type(layer) :: s, sd, sb
   real(dp), allocatable :: wind(:, :), windd(:, :), windb(:, :), region(:, :)
   real(dp) :: friction, frictiond, frictionb, cost, costd, costb, up, down, both(2)
   real(dp), parameter :: small = 1.0e-7_dp
   integer :: steps, snapshots, error, wrong
   call mpi_init(error)
   steps = 300
   snapshots = 10
   call read_argument(1, steps)
   call read_argument(2, snapshots)
   wrong = 0
   call divide(cells_x, cells_y, p)
   allocate (wind(p%nx, p%ny), windd(p%nx, p%ny), windb(p%nx, p%ny), region(p%nx, p%ny))
   call set_fields()
   friction = 0.1_dp

   ! the tangent, in one direction of all ranks together; a friction is the same on all ranks, and so is its direction
   call new_layer(p, s)
   call direction(sd, windd, frictiond)
   call run_d(p, steps, snapshots, s, sd, wind, windd, friction, frictiond, region, cost, costd)
   call say('cost', cost)
   call perturbed(small, up)
   call perturbed(-small, down)
   call compare('difference and tangent', (up - down)/(2*small), costd, 1.0e-5_dp)

   ! the adjoint: the cost is the same on all ranks, so its weight is 1 on one of them
   call new_layer(p, s)
   call zero_layer(sb)
   costb = merge(1, 0, p%rank == 0)
   call run_b(p, steps, snapshots, s, sb, wind, windb, friction, frictionb, region, cost, costb)
   if (p%rank == 0) print '(a, i0, a)', 'the tape of rank 0 held ', adc_tape_peak_bytes(), ' bytes at most'
   call direction(sd, windd, frictiond)
   both(1) = sum(windb*windd) + sum(sb%h*sd%h) + sum(sb%c*sd%c) + frictionb*frictiond
   call mpi_allreduce(both(1), both(2), 1, MPI_DOUBLE_PRECISION, MPI_SUM, p%comm, error)
   call compare('tangent and adjoint', costd, both(2), 1.0e-11_dp)

   ! each rank has its own copy of the friction: the gradient is the sum
   call mpi_allreduce(frictionb, both(1), 1, MPI_DOUBLE_PRECISION, MPI_SUM, p%comm, error)
   call say('derivative by friction', both(1))
   call show('amount in the region, by initial tracer:', sb%c(1:p%nx, 1:p%ny))
   call show('amount in the region, by wind:', windb)
   call adc_mpi_check(p%comm)
   call finish_parts(p)
   call mpi_finalize(error)
   if (wrong > 0) error stop 1

contains

   subroutine read_argument(k, n)
      integer, intent(in) :: k
      integer, intent(inout) :: n
      character(20) :: word
      if (command_argument_count() < k) return
      call get_command_argument(k, word)
      read (word, *) n
   end subroutine read_argument

   ! Winds that turn the water clockwise, and a region in the north-east of the patch of tracer.
   subroutine set_fields()
      real(dp) :: x, y
      integer :: i, j
      do j = 1, p%ny
         y = (p%first_y + j - 0.5_dp)/p%cells_y
         do i = 1, p%nx
            x = (p%first_x + i - 0.5_dp)/p%cells_x
            wind(i, j) = -2*cos(3.14159265358979_dp*y)
            region(i, j) = merge(1, 0, x > 0.35_dp .and. x < 0.55_dp .and. y > 0.35_dp .and. y < 0.55_dp)
         end do
      end do
   end subroutine set_fields

   subroutine zero_layer(z)
      type(layer), intent(out) :: z
      call new_layer(p, z)
      z%h = 0
      z%u = 0
      z%v = 0
      z%c = 0
   end subroutine zero_layer

   ! A direction for the state, the wind and the friction, the same for any number of ranks.
   subroutine direction(z, w, r)
      type(layer), intent(out) :: z
      real(dp), intent(out) :: w(p%nx, p%ny), r
      integer :: i, j
      call zero_layer(z)
      do j = 1, p%ny
         do i = 1, p%nx
            z%h(i, j) = cos(0.7_dp*(p%first_x + i) + 0.3_dp*(p%first_y + j))
            z%c(i, j) = sin(0.4_dp*(p%first_x + i) - 0.9_dp*(p%first_y + j))
            w(i, j) = sin(0.2_dp*(p%first_x + i) + 0.5_dp*(p%first_y + j))
         end do
      end do
      r = 0.5_dp
   end subroutine direction

   ! The cost after a small step in the direction.
   subroutine perturbed(by, value)
      real(dp), intent(in) :: by
      real(dp), intent(out) :: value
      type(layer) :: z, at
      real(dp) :: w(p%nx, p%ny), r
      call direction(z, w, r)
      call new_layer(p, at)
      at%h = at%h + by*z%h
      at%c = at%c + by*z%c
      call run(p, steps, snapshots, at, wind + by*w, friction + by*r, region, value)
   end subroutine perturbed

   subroutine say(name, value)
      character(*), intent(in) :: name
      real(dp), intent(in) :: value
      if (p%rank == 0) print '(a, t28, es24.15)', name, value
   end subroutine say

   subroutine compare(name, a, b, tolerance)
      character(*), intent(in) :: name
      real(dp), intent(in) :: a, b, tolerance
      real(dp) :: relative
      relative = abs(a - b)/max(abs(a), abs(b), tiny(a))
      if (.not. relative < tolerance) wrong = wrong + 1
      if (p%rank == 0) print '(a, t28, 2es24.15, es10.2, 2x, a)', name, a, b, relative, &
         trim(merge('right', 'WRONG', relative < tolerance))
   end subroutine compare

   ! Shows a field of all ranks, north at the top: one sign for a block of cells, in tenths of the largest value.
   subroutine show(title, own)
      character(*), intent(in) :: title
      real(dp), intent(in) :: own(p%nx, p%ny)
      integer, parameter :: wide = 2, high = 3
      real(dp) :: blocks(cells_x/wide, cells_y/high), all(cells_x/wide, cells_y/high)
      character(*), parameter :: positive = ' .:-=+*#%@', negative = ' abcdefghi'
      character(cells_x/wide) :: line
      integer :: i, j, a, b, tenths
      blocks = 0
      do j = 1, p%ny
         do i = 1, p%nx
            a = (p%first_x + i - 1)/wide + 1
            b = (p%first_y + j - 1)/high + 1
            blocks(a, b) = blocks(a, b) + own(i, j)
         end do
      end do
      call mpi_reduce(blocks, all, size(all), MPI_DOUBLE_PRECISION, MPI_SUM, 0, p%comm, error)
      if (p%rank /= 0) return
      print '(/, a)', title
      do b = size(all, 2), 1, -1
         do a = 1, size(all, 1)
            tenths = 1 + nint(9*abs(all(a, b))/maxval(abs(all)))
            line(a:a) = merge(positive(tenths:tenths), negative(tenths:tenths), all(a, b) >= 0)
         end do
         print '(3a)', '   |', line, '|'
      end do
   end subroutine show
end program driver
