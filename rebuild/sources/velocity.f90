! The stress balance of a shelfy stream along the flowline, solved by Picard iterations.
module velocity
  use kinds, only: wp, n
  use constants, only: max_picard, tol_velocity, relax, rho_ice, rho_sea, grav
  use geometry, only: dx, width, thickness, driving, haf
  use rheology, only: softness, viscosity
  use tridiagonal, only: solve, residual
  implicit none
  real(wp) :: u(n), friction(n)
  real(wp) :: worst
  integer :: iterations
contains
  subroutine set_friction(beta)
    real(wp), intent(in) :: beta(n)
    friction = exp(beta)
  end subroutine set_friction

  ! Friction that fades away towards flotation.
  pure real(wp) function basal(i, speed)
    integer, intent(in) :: i
    real(wp), intent(in) :: speed
    real(wp) :: grounded
    if (haf(i) > 50.0_wp) then
      grounded = 1.0_wp
    else if (haf(i) > 0.0_wp) then
      grounded = haf(i)/50.0_wp
    else
      grounded = 0.0_wp
    end if
    basal = grounded*friction(i)*(abs(speed) + 1.0_wp)**(1.0_wp/3.0_wp - 1.0_wp)
  end function basal

  subroutine solve_velocity()
    real(wp) :: lower(n), diag(n), upper(n), rhs(n), fresh(n), nu(n - 1)
    real(wp) :: strain, lateral, front, change
    integer :: i
    iterations = 0
    worst = 0.0_wp
    do while (iterations < max_picard)
      iterations = iterations + 1
      do i = 1, n - 1
        strain = (u(i + 1) - u(i))/dx
        nu(i) = 4.0_wp*viscosity(softness(i), strain)*0.5_wp*(thickness(i) + thickness(i + 1))
      end do
      do i = 2, n - 1
        lateral = thickness(i)/width(i)**2*(5.0_wp*u(i)/max(softness(i), 1.0e-30_wp)/width(i))**(1.0_wp/3.0_wp) &
          *width(i)/(abs(u(i)) + 1.0_wp)
        lower(i) = nu(i - 1)/dx**2
        upper(i) = nu(i)/dx**2
        diag(i) = -lower(i) - upper(i) - basal(i, u(i)) - lateral
        rhs(i) = -driving(i)
      end do
      ! no flow at the divide; the pressure of the sea at the front
      lower(1) = 0.0_wp
      diag(1) = 1.0_wp
      upper(1) = 0.0_wp
      rhs(1) = 0.0_wp
      front = 0.5_wp*rho_ice*grav*(1.0_wp - rho_ice/rho_sea)*thickness(n)**2
      lower(n) = -nu(n - 1)/dx
      diag(n) = nu(n - 1)/dx
      upper(n) = 0.0_wp
      rhs(n) = 0.3_wp*front
      call solve(n, lower, diag, upper, rhs, fresh)
      change = 0.0_wp
      do i = 1, n
        change = change + (fresh(i) - u(i))**2
        u(i) = u(i) + relax*(fresh(i) - u(i))
      end do
      worst = max(worst, residual(n, lower, diag, upper, rhs, fresh))
      if (change < tol_velocity*real(n, wp)) exit
    end do
  end subroutine solve_velocity
end module velocity
