! A wind-driven ocean basin: FORTRAN 77 in fixed form, COMMON blocks in include files, work arrays that everything shares.
! head: gyre(cost)/(t0, wind, akap)
! sources: model.f init.f util.f dynam.f tracer.f cost.f diagn.f
module program_of_suite
  use harness, only: lcg
  implicit none
  integer, parameter :: mx = 32, my = 24, nc = mx*my, nx = nc + my + 1, ny = 1, steps = 300
  integer :: unit = 0 ! of diagnostics: none
  external gyre, gyre_d, gyre_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    integer :: i, j
    do j = 1, my
      do i = 1, mx
        x(i + mx*(j - 1)) = 18d0 - 15d0*j/my + lcg()
      end do
      x(nc + j) = 0.02d0 + 0.005d0*lcg()
    end do
    x(nx) = 0.03d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call gyre(steps, unit, x(1), x(nc + 1), x(nx), y(1))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call gyre_d(steps, unit, x(1), xd(1), x(nc + 1), xd(nc + 1), x(nx), xd(nx), y(1), yd(1))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call gyre_b(steps, unit, x(1), xb(1), x(nc + 1), xb(nc + 1), x(nx), xb(nx), y(1), yb(1))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('gyre', nx, ny, init, prim, tang, adjo, 1d-5)
end program drive
