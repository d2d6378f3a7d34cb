! Conservation of mass: the thickness moves with the ice, upwind and implicit.
module transport
  use kinds, only: wp, n
  use constants, only: dt
  use geometry, only: dx, width, thickness, scratch
  use velocity, only: u
  use tridiagonal, only: solve
  implicit none
  real(wp) :: flux_out
contains
  subroutine step_thickness(balance)
    real(wp), intent(in) :: balance(n)
    real(wp) :: lower(n), diag(n), upper(n), rhs(n)
    real(wp) :: east, west
    integer :: i
    do i = 2, n
      east = 0.5_wp*(u(i) + u(min(i + 1, n)))
      west = 0.5_wp*(u(i) + u(i - 1))
      lower(i) = 0.0_wp
      diag(i) = 1.0_wp
      upper(i) = 0.0_wp
      if (east > 0.0_wp) then
        diag(i) = diag(i) + dt*east/dx
      else
        upper(i) = dt*east/dx
      end if
      if (west > 0.0_wp) then
        lower(i) = -dt*west/dx*width(i - 1)/width(i)
      else
        diag(i) = diag(i) - dt*west/dx
      end if
      rhs(i) = thickness(i) + dt*balance(i)
    end do
    lower(1) = 0.0_wp
    diag(1) = 1.0_wp + dt*0.5_wp*u(2)/dx
    upper(1) = 0.0_wp
    rhs(1) = thickness(1) + dt*balance(1)
    call solve(n, lower, diag, upper, rhs, scratch)
    do i = 1, n
      thickness(i) = max(scratch(i), 5.0_wp)
    end do
    flux_out = width(n)*u(n)*thickness(n)
  end subroutine step_thickness
end module transport
