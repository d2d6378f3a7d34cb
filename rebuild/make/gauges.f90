! Synthetic measurements, their misfit, and a printed water balance.
module gauges
  use model_types
  use climate_data, only: work
  implicit none
  real(r8) :: observed, stored, fell, left_basin
contains
  subroutine start_gauges()
    stored = 0.0_r8
    fell = 0.0_r8
    left_basin = 0.0_r8
  end subroutine start_gauges

  subroutine compare(day, flow, cost)
    real(r8), intent(in) :: day, flow
    real(r8), intent(inout) :: cost
    real(r8) :: difference
    observed = 24.0_r8 + 12.0_r8*sin(0.21_r8*day) + 6.0_r8*cos(0.77_r8*day)
    difference = log(flow + 0.1_r8) - log(observed + 0.1_r8)
    cost = cost + difference**2
  end subroutine compare

  subroutine balance(b, w, unit)
    type(basin), intent(in) :: b
    type(weather), intent(in) :: w
    integer, intent(in) :: unit
    real(r8) :: whole, now
    integer :: i
    whole = 0.0_r8
    now = 0.0_r8
    do i = 1, n_sub
      work(i) = b%sub(i)%snow + b%sub(i)%interception + b%sub(i)%soil + b%sub(i)%ground
      now = now + work(i)*b%sub(i)%area
      fell = fell + w%rain(i)*b%sub(i)%area
      whole = whole + b%sub(i)%area
    end do
    left_basin = left_basin + b%river(n_reach)%outflow
    if (unit > 0) write (unit, '(f8.2,5f12.3)') b%time, now/whole, (now - stored)/whole, fell/whole, left_basin, maxval(work)
    stored = now
  end subroutine balance
end module gauges
