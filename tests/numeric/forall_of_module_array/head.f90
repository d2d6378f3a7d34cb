! FORALL over a module array that reads itself elsewhere: its copy is declared where the extent's name is not seen.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
module state
  implicit none
  integer, parameter :: n = 3
  real(8) :: w(0:n - 1)
end module state

subroutine head(x, y)
  use state, only: w
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  w = x
  forall (i = 0:2) w(i) = w(2 - i)*w(i)
  y = sum(w*x)
end subroutine head
