! Rain to runoff in a river basin: arrays of nested derived types, a network in integer tables, snow, soil, ground water, rivers and lakes.
! head: calibrate(cost, peak)/(factors, wetness)
! sources: model_types.f90 tables.f90 network.f90 climate_data.f90 land.f90 routing.f90 quality.f90 gauges.f90 catchment.f90
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: n = 96, nx = n + 6, ny = 2, days = 120
  integer :: unit = 0 ! of the water balance: none
  external calibrate, calibrate_d, calibrate_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i
    do i = 1, nx
      x(i) = 0.9d0 + 0.2d0*lcg()
    end do
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call calibrate(days, unit, x(1), x(7), y(1), y(2))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call calibrate_d(days, unit, x(1), xd(1), x(7), xd(7), y(1), yd(1), y(2), yd(2))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call calibrate_b(days, unit, x(1), xb(1), x(7), xb(7), y(1), yb(1), y(2), yb(2))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('catchment', nx, ny, init, prim, tang, adjo, 1d-6)
end program drive
