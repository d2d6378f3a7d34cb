! Rates of photolysis: a table of zenith angles, read by linear interpolation, and clouds.
module sunlight
  use species, only: dp, nphot
  implicit none
  integer, parameter :: angles = 7
  real(dp), parameter :: angle(angles) = [0.0_dp, 15.0_dp, 30.0_dp, 45.0_dp, 60.0_dp, 75.0_dp, 90.0_dp]
  real(dp) :: table(angles, nphot), photolysis(nphot)
contains
  subroutine load_table()
    real(dp), parameter :: overhead(nphot) = [0.53_dp, 0.0022_dp, 0.0018_dp, 0.0005_dp]
    real(dp), parameter :: power(nphot) = [0.6_dp, 1.6_dp, 1.0_dp, 1.1_dp]
    real(dp) :: c
    integer :: i, j
    do j = 1, nphot
      do i = 1, angles
        c = cos(angle(i)*3.141592653589793_dp/180.0_dp)
        table(i, j) = overhead(j)*max(c, 1.0e-9_dp)**power(j)
      end do
    end do
  end subroutine load_table

  subroutine set_light(hour, cover)
    real(dp), intent(in) :: hour, cover
    real(dp) :: zenith, part, shade
    integer :: i, j
    zenith = min(abs(hour - 12.0_dp)*15.0_dp, 90.0_dp)
    i = min(int(zenith/15.0_dp) + 1, angles - 1)
    part = (zenith - angle(i))/(angle(i + 1) - angle(i))
    shade = 1.0_dp - 0.6_dp*cover**2
    do j = 1, nphot
      photolysis(j) = shade*((1.0_dp - part)*table(i, j) + part*table(i + 1, j))
    end do
  end subroutine set_light
end module sunlight
