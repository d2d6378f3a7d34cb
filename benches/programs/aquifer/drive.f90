! Ground water in two dimensions: implicit steps by conjugate gradients, array syntax, external procedures that use modules.
! head: aquifer(misfit)/(logk, pumping)
! sources: grid_data.f90 operator.f90 flow.f90 budget.f90 aquifer.f90
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: nc = 20*16, nx = nc + 4, ny = 1, steps = 12
  integer :: unit = 0 ! of the budget: none
  external aquifer, aquifer_d, aquifer_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i
    do i = 1, nc
      x(i) = 1d0 + 0.5d0*lcg()
    end do
    x(nc + 1:nx) = [300d0, 150d0, 200d0, 250d0]
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call aquifer(steps, unit, x(1), x(nc + 1), y(1))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call aquifer_d(steps, unit, x(1), xd(1), x(nc + 1), xd(nc + 1), y(1), yd(1))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call aquifer_b(steps, unit, x(1), xb(1), x(nc + 1), xb(nc + 1), y(1), yb(1))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('aquifer', nx, ny, init, prim, tang, adjo, 1d-4)
end program drive
