! Printed diagnostics of a run, which do not affect the model.
module monitor
  use kinds, only: wp, n
  use geometry, only: dx, x, width, thickness, surface, haf, grounding_node, scratch, smooth
  use velocity, only: u, iterations, worst
  implicit none
  real(wp) :: volume, area, above_flotation, fastest, front_position
  integer :: lines = 0
contains
  subroutine watch(time, unit)
    real(wp), intent(in) :: time
    integer, intent(in) :: unit
    real(wp) :: copy(n)
    integer :: i
    volume = 0.0_wp
    area = 0.0_wp
    above_flotation = 0.0_wp
    do i = 1, n
      volume = volume + thickness(i)*width(i)*dx
      if (thickness(i) > 6.0_wp) area = area + width(i)*dx
      above_flotation = above_flotation + max(haf(i), 0.0_wp)*width(i)*dx
    end do
    copy = surface
    call smooth(copy, scratch)
    fastest = maxval(u)
    front_position = x(grounding_node)
    lines = lines + 1
    if (unit > 0) write (unit, '(f8.2,5es13.5,i4,es10.2)') time, volume, area, above_flotation, fastest, &
      maxval(copy), iterations, worst
  end subroutine watch
end module monitor
