! The grid, the bed, and quantities that depend on the thickness: surface, flotation, driving stress.
module geometry
  use kinds, only: wp, n
  use constants, only: rho_ice, rho_sea, grav
  implicit none
  real(wp) :: dx, x(n), bed(n), width(n)
  real(wp) :: thickness(n), surface(n), slope(n), driving(n), haf(n)
  real(wp) :: scratch(n)
  integer :: grounding_node
contains
  subroutine set_grid(length)
    real(wp), intent(in) :: length
    integer :: i
    dx = length/real(n - 1, wp)
    do i = 1, n
      x(i) = real(i - 1, wp)*dx
      ! scratch: bumps of the bed
      scratch(i) = 40.0_wp*sin(6.0_wp*x(i)/length) + 25.0_wp*cos(17.0_wp*x(i)/length)
      bed(i) = 300.0_wp - 900.0_wp*x(i)/length + scratch(i)
      width(i) = 20.0e3_wp*(1.0_wp - 0.3_wp*x(i)/length)
    end do
    call smooth(bed, scratch)
  end subroutine set_grid

  ! One pass of a filter; `work` is overwritten.
  subroutine smooth(field, work)
    real(wp), intent(inout) :: field(n)
    real(wp), intent(out) :: work(n)
    integer :: i
    work = field
    do i = 2, n - 1
      field(i) = 0.25_wp*work(i - 1) + 0.5_wp*work(i) + 0.25_wp*work(i + 1)
    end do
  end subroutine smooth

  ! Surface and slope; where the ice floats the surface is that of a shelf.
  subroutine update_surface()
    integer :: i
    real(wp) :: flotation
    grounding_node = n
    do i = 1, n
      flotation = max(0.0_wp, -bed(i))*rho_sea/rho_ice
      haf(i) = thickness(i) - flotation
      if (haf(i) > 0.0_wp) then
        surface(i) = bed(i) + thickness(i)
      else
        surface(i) = thickness(i)*(1.0_wp - rho_ice/rho_sea)
        grounding_node = min(grounding_node, i)
      end if
    end do
    do i = 2, n - 1
      slope(i) = (surface(i + 1) - surface(i - 1))/(2.0_wp*dx)
    end do
    slope(1) = 0.0_wp
    slope(n) = (surface(n) - surface(n - 1))/dx
    do i = 1, n
      driving(i) = -rho_ice*grav*thickness(i)*slope(i)
    end do
  end subroutine update_surface
end module geometry
