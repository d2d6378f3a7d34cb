! The duct's geometry, from the radii at some stations.
module shape_of_duct
  use types, only: dp, cells, ghosts, duct
  implicit none
  integer, parameter :: stations = 8
contains
  subroutine make_duct(radii, d)
    real(dp), intent(in) :: radii(stations)
    type(duct), intent(out) :: d
    real(dp) :: s, r
    integer :: i
    d%length = 2.0_dp
    d%dx = d%length/real(cells, dp)
    do i = 1 - ghosts, cells + ghosts
      d%centre(i) = (real(i, dp) - 0.5_dp)*d%dx
      s = min(max(d%centre(i)/d%length, 0.0_dp), 1.0_dp)
      r = radius(radii, s)
      d%area(i) = 3.14159265358979_dp*r**2
    end do
    do i = 0, cells
      d%face(i) = 0.5_dp*(d%area(i) + d%area(i + 1))
    end do
    do i = 1, cells
      d%id(i) = 1 + (i - 1)/(cells/4)
    end do
  end subroutine make_duct

  ! Between stations a cubic of Hermite's kind, with slopes from the neighbours.
  function radius(radii, s) result(r)
    real(dp), intent(in) :: radii(stations), s
    real(dp) :: r, t, before, after
    integer :: k
    t = s*real(stations - 1, dp)
    k = min(int(t) + 1, stations - 1)
    t = t - real(k - 1, dp)
    before = 0.5_dp*(radii(k + 1) - radii(max(k - 1, 1)))
    after = 0.5_dp*(radii(min(k + 2, stations)) - radii(k))
    r = (1.0_dp + 2.0_dp*t)*(1.0_dp - t)**2*radii(k) + t*(1.0_dp - t)**2*before &
      + t**2*(3.0_dp - 2.0_dp*t)*radii(k + 1) + t**2*(t - 1.0_dp)*after
  end function radius
end module shape_of_duct
