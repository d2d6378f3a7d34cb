! FORALL becomes a loop; an array that it reads elsewhere is computed as a whole before it is assigned.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  forall (i = 2:n, x(i) > 0) y(i) = y(i - 1)*x(i)
end subroutine
