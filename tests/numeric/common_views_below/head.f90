! Callees of the head divide a block in different ways, and the listed variables are parts of one that another has whole.
! head: outer(y, c%ga)/(x, c%g2)
! arg x real8 0.5
! arg y real8
! common c%g1 real8 0.8
! common c%g2 real8 0.3
! common c%ga real8(4) 0.2 0.4 0.6 0.8
subroutine outer(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  call scales(x)
  call adds(y)
end subroutine outer

subroutine scales(x)
  implicit none
  real(8), intent(in) :: x
  real(8) :: all(6)
  common /c/ all
  all(1) = all(1)*x
  all(2) = all(2)*all(1)*x
end subroutine scales

subroutine adds(y)
  implicit none
  real(8), intent(inout) :: y
  real(8) :: g1, g2, ga(4)
  common /c/ g1, g2, ga
  ga(1) = ga(1)*g1
  y = y + sum(ga)*g2
end subroutine adds
