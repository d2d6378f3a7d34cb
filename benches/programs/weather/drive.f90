! Physics of the atmosphere in columns: radiation, turbulence, condensation and rain, with many branches and work space in a module.
! head: weather(fallen, score)/(profile_t, profile_q, efficiency)
! sources: sizes.f90 fields.f90 moist.f90 radiate.f90 mixing.f90 sinking.f90 watchers.f90 weather.f90
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: n = 20, m = 30, nx = 2*n + 1, ny = m + 1, steps = 80
  integer :: unit = 0 ! of the log: none
  external weather, weather_d, weather_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: k
    do k = 1, n
      x(k) = 215d0 + 75d0*(dble(k)/n)**0.7d0 + 0.3d0*lcg()
      x(n + k) = 0.014d0*(dble(k)/n)**2.5d0 + 1d-5
    end do
    x(nx) = 1d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call weather(steps, unit, x(1), x(n + 1), x(nx), y(1), y(m + 1))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call weather_d(steps, unit, x(1), xd(1), x(n + 1), xd(n + 1), x(nx), xd(nx), y(1), yd(1), y(m + 1), yd(m + 1))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call weather_b(steps, unit, x(1), xb(1), x(n + 1), xb(n + 1), x(nx), xb(nx), y(1), yb(1), y(m + 1), yb(m + 1))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('weather', nx, ny, init, prim, tang, adjo, 1d-8)
end program drive
