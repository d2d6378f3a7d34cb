! Chemistry of smog: reactions in integer tables, photolysis interpolated, an implicit method with an LU in FORTRAN 77, steps that adapt.
! head: smog(ozone, dose)/(begin, strength, reactivity)
! sources: species.f90 mechanism.f90 sunlight.f90 rates.f90 lu.f stiff.f90 emissions.f90 journal.f90 smog.f90
module program_of_suite
  implicit none
  integer, parameter :: nx = 16, ny = 2, quarters = 24
  integer :: unit = 0 ! of the journal: none
  external smog, smog_d, smog_b
contains
  subroutine init(x)
    double precision, intent(out) :: x(*)
    x(1:12) = [0.02d0, 0.03d0, 0.03d0, 1d-7, 1d-5, 0.8d0, 0.005d0, 0.1d0, 1d-5, 0.004d0, 0.001d0, 0.001d0]
    x(13:15) = [1.1d0, 0.9d0, 1.2d0]
    x(16) = 1d0
  end subroutine init
  subroutine prim(x, y)
    double precision, intent(in) :: x(*)
    double precision, intent(out) :: y(*)
    call smog(quarters, unit, x(1), x(13), x(16), y(1), y(2))
  end subroutine prim
  subroutine tang(x, xd, y, yd)
    double precision, intent(in) :: x(*), xd(*)
    double precision, intent(out) :: y(*), yd(*)
    call smog_d(quarters, unit, x(1), xd(1), x(13), xd(13), x(16), xd(16), y(1), yd(1), y(2), yd(2))
  end subroutine tang
  subroutine adjo(x, xb, y, yb)
    double precision, intent(in) :: x(*)
    double precision, intent(inout) :: xb(*), yb(*)
    double precision, intent(out) :: y(*)
    call smog_b(quarters, unit, x(1), xb(1), x(13), xb(13), x(16), xb(16), y(1), yb(1), y(2), yb(2))
  end subroutine adjo
end module program_of_suite

program drive
  use harness, only: bench
  use program_of_suite
  call bench('smog', nx, ny, init, prim, tang, adjo, 1d-7)
end program drive
