! Procedures and variables of used modules that the head never mentions, with the names of what generated code calls.
! head: head(y)/(x, m%g)
! arg x real8(3)
! global m%g real8 0.7
! arg y real8
module deeper
  implicit none
  real(8) :: pushreal8array = 3, tempb = 4, tempd = 4
contains
  real(8) function sin(p)
    real(8), intent(in) :: p
    sin = p
  end function
end module
module m
  use deeper
  implicit none
  real(8) :: g
  integer :: size = 3, lbound = 4
contains
  real(8) function cos(p)
    real(8), intent(in) :: p
    cos = p
  end function
  subroutine popreal8(p)
    real(8), intent(inout) :: p
    p = 2*p
  end subroutine
  subroutine pushcontrol1b(p)
    integer, intent(in) :: p
    if (p > 5) stop 'wrong'
  end subroutine
end module
module other
  use m, mine => cos
  implicit none
  real(8), parameter :: two = 2
end module
subroutine head(x, y)
  use m, only: g
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: z
  z = g*x(1)
  call first(x, z)
  call later(x, z)
  y = z
end subroutine
subroutine first(x, z)
  use m, wave => sin, other_cos => cos
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: z
  intrinsic :: sin
  real(8) :: a(3)
  integer :: i
  a = x
  do i = 1, 3
    z = z*sin(z*a(i)) + g
    if (z > 0.5d0) a = 0.5d0*a*z
  end do
  z = z*a(2)
end subroutine
subroutine later(x, z)
  use other
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: z
  real(8) :: a(3), temp
  integer :: i
  a = x
  temp = two
  do i = 1, 3
    temp = temp*exp(0.1d0*z*a(i))
    z = z*temp + g*sqrt(temp)*atan(temp)
    if (z > 0.5d0) then
      a = 0.5d0*a*z
      z = 0.3d0*z*(a(1) + a(3))
    end if
  end do
  z = z*a(2)
end subroutine
