! The water budget, for the log.
subroutine budget(time, head, pumping, unit)
  use grid_data, only: wp, nx, ny, nwell, dx, dy, recharge, fixed, fixed_head, storage
  use operator_, only: east, iterations_in_all
  implicit none
  integer, intent(in) :: unit
  real(wp), intent(in) :: time, head(nx, ny), pumping(nwell)
  real(wp) :: rain, wells, river, content
  integer :: i, j
  rain = 0.0_wp
  content = 0.0_wp
  river = 0.0_wp
  do j = 1, ny
    do i = 1, nx
      if (fixed(i, j) == 0) rain = rain + recharge(i, j)*dx*dy
      content = content + storage(i, j)*head(i, j)*dx*dy
    end do
    river = river + east(1, j)*(fixed_head(1, j) - head(2, j))
  end do
  wells = sum(pumping)
  if (unit > 0) write (unit, '(f8.1,4es13.5,i8)') time, rain, wells, river, content, iterations_in_all
end subroutine budget
