! Size of the aquifer, its boundary and its wells.
module grid_data
  implicit none
  integer, parameter :: wp = kind(1d0), nx = 20, ny = 16, nwell = 4
  real(wp), parameter :: dx = 100.0_wp, dy = 100.0_wp
  integer :: fixed(nx, ny), well_i(nwell), well_j(nwell)
  real(wp) :: recharge(nx, ny), storage(nx, ny), fixed_head(nx, ny), topsoil(nx, ny)
contains
  subroutine set_grid(season)
    real(wp), intent(in) :: season
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        fixed(i, j) = 0
        if (i == 1 .or. i == nx) fixed(i, j) = 1
        fixed_head(i, j) = 20.0_wp - 8.0_wp*real(i - 1, wp)/real(nx - 1, wp)
        topsoil(i, j) = 0.5_wp + 0.3_wp*sin(0.5_wp*real(i, wp))*cos(0.7_wp*real(j, wp))
        storage(i, j) = 0.15_wp
        recharge(i, j) = 6.0e-4_wp*season*topsoil(i, j)
      end do
    end do
    well_i = [6, 9, 14, 16]
    well_j = [5, 11, 4, 12]
  end subroutine set_grid
end module grid_data
