! Measurements during the run: temperature and pressure enter the result, the histogram of distances is only printed.
module measure
  use box, only: dp, np, side, mass
  use forces, only: virial, potential
  use neighbours, only: first, near, rebuilt
  implicit none
  integer, parameter :: bins = 20
  integer :: histogram(bins)
  real(dp) :: drift, first_energy
contains
  real(dp) function kinetic(v)
    real(dp), intent(in) :: v(3, np)
    integer :: i
    kinetic = 0.0_dp
    do i = 1, np
      kinetic = kinetic + 0.5_dp*mass(i)*sum(v(:, i)**2)
    end do
  end function kinetic

  subroutine sample(step, x, v, unit)
    integer, intent(in) :: step, unit
    real(dp), intent(in) :: x(3, np), v(3, np)
    real(dp) :: d(3), energy
    integer :: i, k, b
    histogram = 0
    do i = 1, np
      do k = first(i), first(i + 1) - 1
        d = x(:, near(k)) - x(:, i)
        d = d - side*anint(d/side)
        b = 1 + int(8.0_dp*sqrt(sum(d**2)))
        if (b <= bins) histogram(b) = histogram(b) + 1
      end do
    end do
    energy = kinetic(v) + potential
    if (step == 1) first_energy = energy
    drift = energy - first_energy
    if (unit > 0) then
      write (unit, '(i6,4es13.5,i4)') step, kinetic(v), potential, virial, drift, rebuilt
      write (unit, '(20i5)') histogram
    end if
  end subroutine sample
end module measure
