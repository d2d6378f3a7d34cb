! A module with private state, used by a module that is used by the head's module: all three are written again.
! head: top(y)/(x)
! module head_mod
! arg x real8 0.7
! arg y real8
module phys
  implicit none
  private
  public :: law, begin
  real(8) :: k = 2.0d0
contains
  subroutine begin()
    k = 2.0d0
  end subroutine begin
  subroutine law(a, b)
    real(8), intent(in) :: a
    real(8), intent(out) :: b
    b = k*a**2
    k = k*a
  end subroutine law
end module phys
module grid
  use phys, only: law, begin
  implicit none
  real(8) :: dx = 0.5d0
contains
  subroutine setup()
    dx = dx*2
  end subroutine setup
end module grid
module driver_mod
  use grid
  implicit none
  real(8) :: tot, k = 3.0d0
contains
  subroutine run(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call law(x, y)
    tot = y*dx*k
    call law(tot, y)
  end subroutine run
end module driver_mod
module head_mod
  implicit none
contains
subroutine top(x, y)
  use driver_mod
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call begin()
  call run(x, y)
  y = y*tot
end subroutine top
end module head_mod
