! Viscous Burgers equation, explicit time stepping with a local Lax-Friedrichs
! flux; the state is overwritten at every step.
! Independent: u0 (initial state).  Dependent: cost (misfit at the final time).
subroutine burgers(n, nt, dt, dx, visc, u0, uobs, cost)
  implicit none
  integer, intent(in) :: n, nt
  double precision, intent(in) :: dt, dx, visc
  double precision, intent(in) :: u0(n), uobs(n)
  double precision, intent(out) :: cost
  double precision :: u(0:n+1), f(0:n)
  double precision :: ul, ur, a
  integer :: i, k

  do i = 1, n
    u(i) = u0(i)
  end do
  do k = 1, nt
    u(0) = u(n)
    u(n+1) = u(1)
    do i = 0, n
      ul = u(i)
      ur = u(i+1)
      a = max(abs(ul), abs(ur))
      f(i) = 0.25d0*(ul*ul + ur*ur) - 0.50d0*a*(ur - ul) - visc/dx*(ur - ul)
    end do
    do i = 1, n
      u(i) = u(i) - dt/dx*(f(i) - f(i-1))
    end do
  end do
  cost = 0.d0
  do i = 1, n
    cost = cost + 0.5d0*dx*(u(i) - uobs(i))**2
  end do
end subroutine burgers
