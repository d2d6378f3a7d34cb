! A library integrates systems of an abstract type; a program extends it in a module that the library does not know.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module base_ode
  implicit none
  integer, parameter :: dp = kind(1d0)
  type, abstract :: system
    integer :: n = 0
  contains
    procedure(rhs), deferred :: f
  end type
  abstract interface
    subroutine rhs(self, t, u, du)
      import system, dp
      class(system), intent(in) :: self
      real(dp), intent(in) :: t, u(:)
      real(dp), intent(out) :: du(:)
    end subroutine
  end interface
contains
  subroutine heun(s, t, u, h)
    class(system), intent(in) :: s
    real(dp), intent(inout) :: t, u(:)
    real(dp), intent(in) :: h
    real(dp) :: k1(size(u)), k2(size(u))
    call s%f(t, u, k1)
    call s%f(t+h, u+h*k1, k2)
    u = u + h/2*(k1+k2)
    t = t + h
  end subroutine
end module
module user_sys
  use base_ode
  implicit none
  type, extends(system) :: pendulum
    real(dp) :: g = 9.81_dp, l = 1
  contains
    procedure :: f => pend_f
  end type
contains
  subroutine pend_f(self, t, u, du)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:)
    real(dp), intent(out) :: du(:)
    du(1) = u(2)
    du(2) = -self%g/self%l*sin(u(1)) + 0.1_dp*cos(t)
  end subroutine
end module
subroutine head(x, y)
  use user_sys
  implicit none
  real(dp), intent(in) :: x(3)
  real(dp), intent(out) :: y(2)
  type(pendulum) :: p
  real(dp) :: t, u(2)
  integer :: i
  p%l = x(1)
  u = x(2:3); t = 0
  do i = 1, 5
    call heun(p, t, u, 0.1_dp*x(1))
  end do
  y = u*t
end subroutine
