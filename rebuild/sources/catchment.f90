! Rain to runoff in a basin of linked subbasins, rivers and lakes: the misfit of the flow at the mouth.
module catchment
  use model_types
  use network, only: build, apply
  use climate_data, only: make_storms, get_weather
  use land, only: land_step
  use routing, only: route
  use quality, only: start_quality, quality_step, load_at_mouth
  use gauges, only: start_gauges, compare, balance
  implicit none
contains
  subroutine simulate(days, unit, p, wetness, cost, peak)
    integer, intent(in) :: days, unit
    type(parameters), intent(in) :: p
    real(r8), intent(in) :: wetness(n_sub)
    real(r8), intent(out) :: cost, peak
    type(basin) :: b
    type(weather) :: w
    integer :: day, part, i
    call make_storms()
    call start_gauges()
    call start_quality()
    call build(b)
    call apply(p, b)
    do i = 1, n_sub
      b%sub(i)%soil = b%sub(i)%soil*wetness(i)
    end do
    cost = 0.0_r8
    peak = 0.0_r8
    do day = 1, days
      do part = 1, n_step_day
        b%time = real(day - 1, r8) + real(part, r8)/real(n_step_day, r8)
        call get_weather(b%time, b, w)
        do i = 1, n_sub
          call land_step(b%sub(i), p, w%rain(i), w%temperature(i), w%demand(i))
        end do
        call route(b)
        call quality_step(b, w)
        if (day > 3) call compare(b%time, b%river(n_reach)%outflow, cost)
        peak = max(peak, b%river(n_reach)%outflow)
      end do
      call balance(b, w, unit)
    end do
    cost = cost/real(n_step_day*days, r8) + 0.01_r8*load_at_mouth
  end subroutine simulate
end module catchment

! The same with a vector of parameters, as a calibration wants it.
subroutine calibrate(days, unit, factors, wetness, cost, peak)
  use model_types, only: r8, n_sub, parameters
  use catchment, only: simulate
  implicit none
  integer, intent(in) :: days, unit
  real(r8), intent(in) :: factors(6), wetness(n_sub)
  real(r8), intent(out) :: cost, peak
  type(parameters) :: p
  p%capacity_factor = factors(1)
  p%shape_factor = factors(2)
  p%melt_factor = factors(3)
  p%percolation_factor = factors(4)
  p%recession_factor = factors(5)
  p%celerity_factor = factors(6)
  call simulate(days, unit, p, wetness, cost, peak)
end subroutine calibrate
