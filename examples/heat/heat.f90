! Heat conduction in a rod whose conductivity rises with temperature,
!
!     du/dt = d/dx ( k(u) du/dx ) - loss (u - outside),     k(u) = kappa (1 + slope u^2),
!
! insulated at both ends, and the misfit between the model and the thermometers.
module heat_model
   use grid, only: wp, n, steps, interval, dx, dt
   use sensors, only: count, cell, observed
   implicit none
   real(wp), parameter :: slope = 0.3_wp, loss = 0.2_wp, outside = 0.1_wp

contains

   ! Conductivity at temperature u.
   function conductivity(u, kappa) result(k)
      real(wp), intent(in) :: u, kappa
      real(wp) :: k
      k = kappa*(1.0_wp + slope*u**2)
   end function conductivity

   ! Heat flux through the n + 1 faces of the cells; none through the ends.
   subroutine fluxes(u, kappa, flux)
      real(wp), intent(in) :: u(n), kappa
      real(wp), intent(out) :: flux(n + 1)
      real(wp) :: middle
      integer :: i
      flux(1) = 0.0_wp
      flux(n + 1) = 0.0_wp
      do i = 2, n
         middle = 0.5_wp*(u(i - 1) + u(i))
         flux(i) = -conductivity(middle, kappa)*(u(i) - u(i - 1))/dx
      end do
   end subroutine fluxes

   ! One time step, in place.
   subroutine advance(u, kappa)
      real(wp), intent(inout) :: u(n)
      real(wp), intent(in) :: kappa
      real(wp) :: flux(n + 1)
      integer :: i
      call fluxes(u, kappa, flux)
      do i = 1, n
         u(i) = u(i) - dt*(flux(i + 1) - flux(i))/dx
         ! The rod loses heat only where it is warmer than the room.
         if (u(i) > outside) then
            u(i) = u(i) - dt*loss*(u(i) - outside)
         end if
      end do
   end subroutine advance

   ! Adds the squared differences between the model and reading number r.
   subroutine add_misfit(u, r, cost)
      real(wp), intent(in) :: u(n)
      integer, intent(in) :: r
      real(wp), intent(inout) :: cost
      integer :: s
      do s = 1, count
         cost = cost + 0.5_wp*(u(cell(s)) - observed(s, r))**2
      end do
   end subroutine add_misfit

   ! The cost function: how badly a start from u0 with this kappa explains the readings.
   subroutine misfit(u0, kappa, cost)
      real(wp), intent(in) :: u0(n), kappa
      real(wp), intent(out) :: cost
      real(wp) :: u(n)
      integer :: i, step
      do i = 1, n
         u(i) = u0(i)
      end do
      cost = 0.0_wp
      do step = 1, steps
         call advance(u, kappa)
         if (mod(step, interval) == 0) then
            call add_misfit(u, step/interval, cost)
         end if
      end do
   end subroutine misfit
end module heat_model
