! Sea ice that drifts and grows: FORTRAN 77, one block of work space whose parts are scratch for everything, in turn passive and active.
! head: floe(cost, export)/(h0, ctl)
! sources: floe.f air.f grow.f rheol.f advect.f output.f
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: nc = 24*20, nx = nc + 3, ny = 2, steps = 20
  integer :: unit = 0 ! of statistics: none
  external floe, floe_d, floe_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i
    do i = 1, nc
      x(i) = 1d0 + 0.3d0*lcg()
    end do
    x(nc + 1:nx) = 1d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call floe(steps, unit, x(1), x(nc + 1), y(1), y(2))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call floe_d(steps, unit, x(1), xd(1), x(nc + 1), xd(nc + 1), y(1), yd(1), y(2), yd(2))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call floe_b(steps, unit, x(1), xb(1), x(nc + 1), xb(nc + 1), y(1), yb(1), y(2), yb(2))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('floe', nx, ny, init, prim, tang, adjo, 1d-5)
end program drive
