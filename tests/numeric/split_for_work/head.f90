! A loop whose iterations are independent, and dear: it could be reversed in place, but a second run costs more than what
! a split procedure records. Of two such loops, one has cheap iterations, and its procedure stays joint.
! head: model(cost)/(u, k)
! arg steps integer 3
! arg u real8(12) 0.3 0.5 0.7 0.9 1.1 1.3 0.4 0.6 0.8 1.0 1.2 1.4
! arg k real8 0.8
! arg cost real8
subroutine model(steps, u, k, cost)
  implicit none
  integer, intent(in) :: steps
  real(8), intent(inout) :: u(12)
  real(8), intent(in) :: k
  real(8), intent(out) :: cost
  real(8) :: w(12)
  integer :: t
  do t = 1, steps
    call react(12, u, w, k)
    call scale(12, u, w)
  end do
  cost = sum(u*w)
end subroutine model

subroutine react(n, u, w, k)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n), w(n)
  real(8), intent(in) :: k
  integer :: i
  real(8) :: rate, heat
  do i = 1, n
    rate = exp(-k/(1.0d0 + u(i)**2))
    heat = rate**1.5d0*log(2.0d0 + rate)
    if (heat > 0.2d0) then
      heat = 0.2d0 + tanh(heat - 0.2d0)
    end if
    w(i) = heat**0.7d0 + sin(heat)
    u(i) = u(i)*cos(rate) + 0.1d0*heat
  end do
end subroutine react

subroutine scale(n, u, w)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n), w(n)
  integer :: i
  real(8) :: a
  do i = 1, n
    a = u(i)*w(i)
    u(i) = u(i) + 0.1d0*a*w(i)
  end do
end subroutine scale
