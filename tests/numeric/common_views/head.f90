! A unit that is never called declares the block as one array, so that one zone holds independents and dependents.
! head: outer(y, c%ga)/(x, c%g1)
! arg x real8(3) 0.5 0.7 1.1
! arg y real8
! common c%g1 real8 0.8
! common c%g2 real8 0.3
! common c%ga real8(4) 0.2 0.4 0.6 0.8
! common c%k integer 3
subroutine outer(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: g1, g2, ga(4)
  integer :: k
  common /c/ g1, g2, ga, k
  integer :: i
  g2 = 1.1d0*x(1)
  do i = 1, 3
    ga(i) = x(i)*g2
  end do
  y = ga(2)*ga(3)
end subroutine outer

subroutine elsewhere(x)
  implicit none
  real(8), intent(inout) :: x
  real(8) :: gs(6)
  integer :: k
  common /c/ gs, k
  x = gs(1)
end subroutine elsewhere
