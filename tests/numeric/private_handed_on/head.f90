! Private variables of a module that is written again, whose shadows come to the head by way of a module that uses it, beside locals and variables of the same names.
! head: f(y)/(x)
! arg x real8
! arg y real8
module n
  implicit none
  real(8) :: s = 3d0
end module
module m
  implicit none
  private
  public :: step, reset
  real(8) :: s = 1d0
contains
  subroutine reset()
    s = 1d0
  end subroutine
  subroutine step(x)
    real(8), intent(inout) :: x
    x = x*sin(x + s)
    s = s*0.5d0 + x
  end subroutine
end module
module w
  use m
end module
subroutine f(x, y)
  use w
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: s
  call reset()
  s = x**2
  call step(s)
  call step(s)
  call other(s, y)
end subroutine
subroutine other(t, y)
  use w
  use n
  implicit none
  real(8), intent(in) :: t
  real(8), intent(out) :: y
  real(8) :: u
  s = 3d0
  u = t
  call step(u)
  s = s*u
  call step(u)
  y = u*s
end subroutine
