! Reaction and diffusion of two species (the Brusselator) on a grid, with five points in each difference. No flux passes
! the boundary.
module model
  implicit none
  real(8), parameter :: du = 0.02d0, dv = 0.01d0, a = 1.0d0, b = 3.4d0
contains

  subroutine residual(nx, ny, u, f)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: u(2, nx, ny)
    real(8), intent(out) :: f(2, nx, ny)
    real(8) :: u1, u2, r
    integer :: i, j, west, east, south, north
    do j = 1, ny
      south = max(j - 1, 1)
      north = min(j + 1, ny)
      do i = 1, nx
        west = max(i - 1, 1)
        east = min(i + 1, nx)
        u1 = u(1, i, j)
        u2 = u(2, i, j)
        r = u1*u1*u2
        f(1, i, j) = a - (b + 1)*u1 + r &
          + du*(u(1, west, j) + u(1, east, j) + u(1, i, south) + u(1, i, north) - 4*u1)
        f(2, i, j) = b*u1 - r &
          + dv*(u(2, west, j) + u(2, east, j) + u(2, i, south) + u(2, i, north) - 4*u2)
      end do
    end do
  end subroutine residual
end module model
