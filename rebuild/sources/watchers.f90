! Printed statistics of the columns: means, extremes, a line each hour. They use the same work space as the schemes.
module watchers
  use sizes, only: rk, nlev, ncol, cp, latent
  use fields, only: t, q, cloud, rain, tground, work, work2, column_mean
  use moist, only: qsat
  use fields, only: pressure
  implicit none
  real(rk) :: energy(ncol), water(ncol), humidity(ncol), rising(ncol)
  integer :: tops(ncol)
  integer :: cloudy
contains
  ! How far a parcel from the lowest level would rise by its own warmth, and the energy that it would have.
  subroutine parcel(i, energy_of_rise, top)
    integer, intent(in) :: i
    real(rk), intent(out) :: energy_of_rise
    integer, intent(out) :: top
    real(rk) :: temperature, vapour, excess, qs
    integer :: k
    temperature = t(nlev, i) + 0.5_rk
    vapour = q(nlev, i)
    energy_of_rise = 0.0_rk
    top = nlev
    do k = nlev - 1, 1, -1
      temperature = temperature*(pressure(k)/pressure(k + 1))**(287.0_rk/cp)
      qs = qsat(temperature, pressure(k))
      if (vapour > qs) then
        excess = 0.6_rk*(vapour - qs)
        vapour = vapour - excess
        temperature = temperature + latent/cp*excess
      end if
      if (temperature < t(k, i)) exit
      energy_of_rise = energy_of_rise + 287.0_rk*(temperature - t(k, i))*log(pressure(k + 1)/pressure(k))
      top = k
    end do
  end subroutine parcel

  subroutine look(hour, unit)
    real(rk), intent(in) :: hour
    integer, intent(in) :: unit
    integer :: i, k
    cloudy = 0
    do i = 1, ncol
      do k = 1, nlev
        work(k) = cp*t(k, i) + latent*q(k, i)
        work2(k) = q(k, i)/qsat(t(k, i), pressure(k))
      end do
      energy(i) = column_mean(work)
      humidity(i) = column_mean(work2)
      water(i) = column_mean(q(:, i))
      call parcel(i, rising(i), tops(i))
      if (maxval(cloud(:, i)) > 1.0e-5_rk) cloudy = cloudy + 1
    end do
    if (unit > 0) then
      write (unit, '(f6.2,i4,6es12.4,i4)') hour, cloudy, sum(energy)/ncol, sum(water)/ncol, maxval(humidity), &
        sum(rain)/ncol, sum(tground)/ncol, maxval(rising), minval(tops)
    end if
  end subroutine look
end module watchers
