! One implicit step of the heads in an unconfined aquifer, by a few iterations over its thickness.
subroutine flow_step(head, conductivity, pumping, dt)
  use grid_data, only: wp, nx, ny, nwell, dx, dy, fixed, well_i, well_j, recharge, storage
  use operator_, only: assemble, conjugate_gradients, east, north
  implicit none
  real(wp), intent(inout) :: head(nx, ny)
  real(wp), intent(in) :: conductivity(nx, ny), pumping(nwell), dt
  real(wp) :: old(nx, ny), thick(nx, ny), r(nx, ny), d(nx, ny), inertia(nx, ny), rhs(nx, ny), total
  integer :: i, j, k, iteration
  old = head
  inertia = storage*dx*dy/dt
  rhs = recharge*dx*dy
  do k = 1, nwell
    rhs(well_i(k), well_j(k)) = rhs(well_i(k), well_j(k)) - pumping(k)
  end do
  do iteration = 1, 2
    thick = max(head, 0.5_wp)
    call assemble(conductivity, thick, inertia)
    do j = 1, ny
      do i = 1, nx
        total = rhs(i, j) - inertia(i, j)*(head(i, j) - old(i, j))
        if (i > 1) total = total + east(i - 1, j)*(head(i - 1, j) - head(i, j))
        if (i < nx) total = total + east(i, j)*(head(i + 1, j) - head(i, j))
        if (j > 1) total = total + north(i, j - 1)*(head(i, j - 1) - head(i, j))
        if (j < ny) total = total + north(i, j)*(head(i, j + 1) - head(i, j))
        if (fixed(i, j) /= 0) total = 0.0_wp
        r(i, j) = total
      end do
    end do
    call conjugate_gradients(r, d, 25)
    head = head + d
  end do
end subroutine flow_step
