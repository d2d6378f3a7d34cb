!> The linear system y(1)' = x(1), y(i)' = x(i)*y(i-1), from y = 0 at time 0 to time 2, by s steps of the
!! classical method of Runge and Kutta.
!! Independent: x. Dependent: y.
subroutine ode(n, s, x, y)
   implicit none
   integer, intent(in) :: n, s
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   real(8) :: h, stage(n), k1(n), k2(n), k3(n), k4(n)
   integer :: step
   h = 2d0/s
   y = 0
   do step = 1, s
      call slope(n, x, y, k1)
      stage = y + h/2*k1
      call slope(n, x, stage, k2)
      stage = y + h/2*k2
      call slope(n, x, stage, k3)
      stage = y + h*k3
      call slope(n, x, stage, k4)
      y = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
   end do
end subroutine ode

!> Right-hand side of the system.
subroutine slope(n, x, y, dydt)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n), y(n)
   real(8), intent(out) :: dydt(n)
   integer :: i
   dydt(1) = x(1)
   do i = 2, n
      dydt(i) = x(i)*y(i - 1)
   end do
end subroutine slope
