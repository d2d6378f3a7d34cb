! FORALL becomes a loop; the values of an array that it reads elsewhere are computed before the array is assigned.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  forall (i = 2:n, x(i) > 0) y(i) = y(i - 1)*x(i)
end subroutine
