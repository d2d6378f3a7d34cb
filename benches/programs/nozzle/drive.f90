! Flow of a gas through a nozzle: derived types for states, settings and logs, Roe's flux, limiters, functions that return structures.
! head: nozzle(wall, cost)/(radii, supply, outside)
! sources: types.f90 gas.f90 shape_of_duct.f90 reconstruct.f90 roe.f90 boundaries.f90 sources.f90 advance.f90 report.f90 nozzle.f90
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: n = 96, m = 8, nx = m + 2, ny = n + 1, steps = 500
  integer :: unit = 0 ! of the log: none
  external nozzle, nozzle_d, nozzle_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i
    do i = 1, m
      x(i) = 0.5d0 + 0.02d0*(i - 4)**2 + 0.01d0*lcg()
    end do
    x(m + 1) = 1.05d0
    x(m + 2) = 0.75d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call nozzle(steps, unit, x(1), x(m + 1), x(m + 2), y(1), y(n + 1))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call nozzle_d(steps, unit, x(1), xd(1), x(m + 1), xd(m + 1), x(m + 2), xd(m + 2), y(1), yd(1), y(n + 1), yd(n + 1))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call nozzle_b(steps, unit, x(1), xb(1), x(m + 1), xb(m + 1), x(m + 2), xb(m + 2), y(1), yb(1), y(n + 1), yb(n + 1))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('nozzle', nx, ny, init, prim, tang, adjo, 1d-5)
end program drive
