! A wind-driven upper ocean: one layer of water above a deep layer at rest (reduced gravity), and a tracer in it.
!
!     dh/dt = -d(h u)/dx - d(h v)/dy
!     du/dt =  f v - g dh/dx - r u + nu Laplace(u) + wind/h
!     dv/dt = -f u - g dh/dy - r v + nu Laplace(v)
!     dc/dt = -u dc/dx - v dc/dy + kappa Laplace(c)
!
! on the grid of Arakawa's type C: h and c in the centers of cells, u on their eastern sides, v on their northern ones.
! Walls surround the basin. Units: 100 km, a day and 100 m.
module ocean
   use mpi
   use basin, only: dp, part, exchange
   implicit none

   ! The reduced gravity, the Coriolis parameter at the southern wall and its change, viscosity and diffusivity.
   real(dp), parameter :: g = 1.5_dp, f0 = 6.0_dp, beta = 0.15_dp, nu = 0.02_dp, kappa = 0.005_dp
   real(dp), parameter :: dx = 0.5_dp
   ! The Courant number.
   real(dp), parameter :: courant = 0.3_dp

   ! The state on a part of the basin.
   type :: layer
      real(dp), allocatable :: h(:, :), u(:, :), v(:, :), c(:, :)
   end type layer

contains

   ! A layer at rest: thick in the middle of the basin, with a patch of tracer in its south-west.
   subroutine new_layer(p, s)
      type(part), intent(in) :: p
      type(layer), intent(out) :: s
      real(dp) :: x, y
      integer :: i, j
      allocate (s%h(0:p%nx + 1, 0:p%ny + 1), s%u(0:p%nx + 1, 0:p%ny + 1))
      allocate (s%v(0:p%nx + 1, 0:p%ny + 1), s%c(0:p%nx + 1, 0:p%ny + 1))
      s%u = 0
      s%v = 0
      s%h = 1
      s%c = 0
      do j = 1, p%ny
         y = (p%first_y + j - 0.5_dp)/p%cells_y
         do i = 1, p%nx
            x = (p%first_x + i - 0.5_dp)/p%cells_x
            s%h(i, j) = 5 + 0.5_dp*exp(-20*((x - 0.45_dp)**2 + (y - 0.47_dp)**2))
            s%c(i, j) = exp(-40*((x - 0.3_dp)**2 + (y - 0.3_dp)**2))
         end do
      end do
   end subroutine new_layer

   ! Runs `steps` time steps. The cost is the amount of tracer in a region at the end, and a little of the energy.
   !
   ! The adjoint keeps `snapshots` states, and runs the other steps again. All ranks need the same two numbers.
   subroutine run(p, steps, snapshots, s, wind, friction, region, cost)
      type(part), intent(in) :: p
      integer, intent(in) :: steps, snapshots
      type(layer), intent(inout) :: s
      real(dp), intent(in) :: wind(p%nx, p%ny), friction, region(p%nx, p%ny)
      real(dp), intent(out) :: cost
      real(dp) :: dt, own
      integer :: k, error
      !$adc binomial-ckp snapshots=snapshots
      do k = 1, steps
         call fill_halos(p, s)
         call choose_step(p, s, dt)
         call move_water(p, s, wind, friction, dt)
         call move_tracer(p, s, dt)
         call change_thickness(p, s, dt)
      end do
      own = sum(region*s%c(1:p%nx, 1:p%ny)*s%h(1:p%nx, 1:p%ny)) &
            + 1.0e-3_dp*sum(s%h(1:p%nx, 1:p%ny)*(s%u(1:p%nx, 1:p%ny)**2 + s%v(1:p%nx, 1:p%ny)**2))
      call mpi_allreduce(own, cost, 1, MPI_DOUBLE_PRECISION, MPI_SUM, p%comm, error)
   end subroutine run

   ! Halos: those of other ranks, and beyond walls what boundary conditions say.
   subroutine fill_halos(p, s)
      type(part), intent(in) :: p
      type(layer), intent(inout) :: s
      call exchange(p, s%h)
      call exchange(p, s%u)
      call exchange(p, s%v)
      call exchange(p, s%c)
      ! nothing flows through walls
      if (p%west == MPI_PROC_NULL) call even_out(p, s, 0, 1, 1)
      if (p%east == MPI_PROC_NULL) call even_out(p, s, p%nx + 1, p%nx, 1)
      if (p%south == MPI_PROC_NULL) call even_out(p, s, 0, 1, 2)
      if (p%north == MPI_PROC_NULL) call even_out(p, s, p%ny + 1, p%ny, 2)
   end subroutine fill_halos

   ! Beyond a wall, water and tracer are as before it.
   subroutine even_out(p, s, beyond, before, direction)
      type(part), intent(in) :: p
      type(layer), intent(inout) :: s
      integer, intent(in) :: beyond, before, direction
      integer :: k
      if (direction == 1) then
         do k = 0, p%ny + 1
            s%h(beyond, k) = s%h(before, k)
            s%c(beyond, k) = s%c(before, k)
         end do
      else
         do k = 0, p%nx + 1
            s%h(k, beyond) = s%h(k, before)
            s%c(k, beyond) = s%c(k, before)
         end do
      end if
   end subroutine even_out

   ! The time step: the fastest wave anywhere in the basin moves by a fraction of a cell.
   subroutine choose_step(p, s, dt)
      type(part), intent(in) :: p
      type(layer), intent(in) :: s
      real(dp), intent(out) :: dt
      real(dp) :: own, speed
      integer :: i, j, error
      own = 0
      do j = 1, p%ny
         do i = 1, p%nx
            own = max(own, sqrt(g*s%h(i, j)) + abs(s%u(i, j)) + abs(s%v(i, j)))
         end do
      end do
      call mpi_allreduce(own, speed, 1, MPI_DOUBLE_PRECISION, MPI_MAX, p%comm, error)
      dt = courant*dx/speed
   end subroutine choose_step

   ! Velocities.
   subroutine move_water(p, s, wind, friction, dt)
      type(part), intent(in) :: p
      type(layer), intent(inout) :: s
      real(dp), intent(in) :: wind(p%nx, p%ny), friction, dt
      real(dp) :: new_u(p%nx, p%ny), new_v(p%nx, p%ny), f, across
      integer :: i, j
      do j = 1, p%ny
         f = f0 + beta*(p%first_y + j)*dx
         do i = 1, p%nx
            across = (s%v(i, j) + s%v(i + 1, j) + s%v(i, j - 1) + s%v(i + 1, j - 1))/4
            new_u(i, j) = s%u(i, j) + dt*(f*across - g*(s%h(i + 1, j) - s%h(i, j))/dx - friction*s%u(i, j) &
               + nu*laplace(s%u, i, j) + 2*wind(i, j)/(s%h(i + 1, j) + s%h(i, j)))
            across = (s%u(i, j) + s%u(i - 1, j) + s%u(i, j + 1) + s%u(i - 1, j + 1))/4
            new_v(i, j) = s%v(i, j) + dt*(-(f + beta*dx/2)*across - g*(s%h(i, j + 1) - s%h(i, j))/dx &
               - friction*s%v(i, j) + nu*laplace(s%v, i, j))
         end do
      end do
      ! walls
      if (p%east == MPI_PROC_NULL) new_u(p%nx, :) = 0
      if (p%north == MPI_PROC_NULL) new_v(:, p%ny) = 0
      s%u(1:p%nx, 1:p%ny) = new_u
      s%v(1:p%nx, 1:p%ny) = new_v
      call exchange(p, s%u)
      call exchange(p, s%v)
   end subroutine move_water

   ! Thickness: what flows through the sides of cells, with the new velocities.
   subroutine change_thickness(p, s, dt)
      type(part), intent(in) :: p
      type(layer), intent(inout) :: s
      real(dp), intent(in) :: dt
      real(dp) :: through_x(0:p%nx, p%ny), through_y(p%nx, 0:p%ny)
      integer :: i, j
      do j = 1, p%ny
         do i = 0, p%nx
            through_x(i, j) = s%u(i, j)*(s%h(i, j) + s%h(i + 1, j))/2
         end do
      end do
      do j = 0, p%ny
         do i = 1, p%nx
            through_y(i, j) = s%v(i, j)*(s%h(i, j) + s%h(i, j + 1))/2
         end do
      end do
      do j = 1, p%ny
         do i = 1, p%nx
            s%h(i, j) = s%h(i, j) - dt/dx*(through_x(i, j) - through_x(i - 1, j) + through_y(i, j) - through_y(i, j - 1))
         end do
      end do
   end subroutine change_thickness

   ! The tracer comes from where the water comes from, and spreads.
   subroutine move_tracer(p, s, dt)
      type(part), intent(in) :: p
      type(layer), intent(inout) :: s
      real(dp), intent(in) :: dt
      real(dp) :: new(p%nx, p%ny), a, b
      integer :: i, j
      do j = 1, p%ny
         do i = 1, p%nx
            a = (s%u(i, j) + s%u(i - 1, j))/2
            b = (s%v(i, j) + s%v(i, j - 1))/2
            new(i, j) = s%c(i, j) + dt*(kappa*laplace(s%c, i, j) - carried(a, s%c(i - 1:i + 1, j)) &
               - carried(b, s%c(i, j - 1:j + 1)))
         end do
      end do
      s%c(1:p%nx, 1:p%ny) = new
   end subroutine move_tracer

   ! What a velocity carries into the middle of three cells: from where it comes, smooth where it changes its sign.
   real(dp) function carried(velocity, c)
      real(dp), intent(in) :: velocity, c(3)
      carried = (velocity*(c(3) - c(1)) - sqrt(velocity**2 + 1.0e-4_dp)*(c(3) - 2*c(2) + c(1)))/(2*dx)
   end function carried

   real(dp) function laplace(f, i, j)
      real(dp), intent(in) :: f(0:, 0:)
      integer, intent(in) :: i, j
      laplace = (f(i - 1, j) + f(i + 1, j) + f(i, j - 1) + f(i, j + 1) - 4*f(i, j))/dx**2
   end function laplace
end module ocean
