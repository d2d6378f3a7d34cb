! Constructors in which some items have a derivative and others, with implied loops, have none.
! head: head(y)/(x)
! arg x real8 0.6
! arg y real8(6)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y(6)
  real(8) :: c(3, 3)
  integer :: i, j
  c = 0.5d0
  y = [x*x, (cos(0.1d0*i), i = 5, 3, -1), sin(x), (real(j, 8), j = 2, 2)]
  y(3:6) = [((c(i, j)*j, i = 1, 2), j = 1, 1), y(1)*y(5:6)]
end subroutine head
