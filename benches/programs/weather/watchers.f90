! Numbers about the columns for people: means, extremes, a line each hour. They use the same work space as the schemes.
module watchers
  use sizes, only: rk, nlev, ncol, cp, latent
  use fields, only: t, q, cloud, rain, tground, work, work2, column_mean
  use moist, only: qsat
  use fields, only: pressure
  implicit none
  real(rk) :: energy(ncol), water(ncol), humidity(ncol)
  integer :: cloudy
contains
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
      if (maxval(cloud(:, i)) > 1.0e-5_rk) cloudy = cloudy + 1
    end do
    if (unit > 0) then
      write (unit, '(f6.2,i4,5es12.4)') hour, cloudy, sum(energy)/ncol, sum(water)/ncol, maxval(humidity), &
        sum(rain)/ncol, sum(tground)/ncol
    end if
  end subroutine look
end module watchers
