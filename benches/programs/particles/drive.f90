! Molecular dynamics: lists of neighbours, indirect addressing, forces from a table of kinds, measurements on the way.
! head: dynamics(pressure, energy)/(eps, sigma, warmth)
! sources: box.f90 lattice.f90 neighbours.f90 forces.f90 measure.f90 particles.f90
module program_of_suite
  implicit none
  integer, parameter :: nx = 5, ny = 2, steps = 20
  integer :: unit = 0 ! of what is measured: none
  external dynamics, dynamics_d, dynamics_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    x(1:5) = [1d0, 1.1d0, 1d0, 0.95d0, 2d0]
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call dynamics(steps, unit, x(1), x(3), x(5), y(1), y(2))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call dynamics_d(steps, unit, x(1), xd(1), x(3), xd(3), x(5), xd(5), y(1), yd(1), y(2), yd(2))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call dynamics_b(steps, unit, x(1), xb(1), x(3), xb(3), x(5), xb(5), y(1), yb(1), y(2), yb(2))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('particles', nx, ny, init, prim, tang, adjo, 1d-6)
end program drive
