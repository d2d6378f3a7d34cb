! An ice sheet along a flowline: Fortran 90 modules, state in module variables, nonlinear viscosity, tridiagonal systems.
! head: run(cost)/(beta, snow, sensitivity)
! sources: kinds.f90 constants.f90 geometry.f90 tridiagonal.f90 rheology.f90 velocity.f90 climate.f90 transport.f90 sea.f90 monitor.f90 icesheet.f90
module program_of_suite
  use harness, only: lcg
  use icesheet, only: run
  use icesheet_d, only: run_d
  use icesheet_b, only: run_b
  implicit none
  integer, parameter :: n = 80, nx = 2*n + 1, ny = 1, steps = 130
  integer :: unit = 0 ! of diagnostics: none
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i
    do i = 1, n
      x(i) = 8d0 + lcg()
      x(n + i) = 0.6d0 + 0.1d0*lcg()
    end do
    x(nx) = 0.3d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call run(steps, 1, unit, x(1:n), x(n + 1:2*n), x(nx), y(1))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call run_d(steps, 1, unit, x(1:n), xd(1:n), x(n + 1:2*n), xd(n + 1:2*n), x(nx), xd(nx), y(1), yd(1))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call run_b(steps, 1, unit, x(1:n), xb(1:n), x(n + 1:2*n), xb(n + 1:2*n), x(nx), xb(nx), y(1), yb(1))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('icesheet', nx, ny, init, prim, tang, adjo, 1d-5)
end program drive
