! Unchanged: `scopes` evaluates the limits of a FORALL before the loop, in statements that call the function.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(inout) :: n
  real(8), intent(in) :: x(9)
  real(8), intent(inout) :: y(9)
  integer :: i
  forall (i = 1:next(n)) y(i) = x(i)**2
contains
  integer function next(k)
    integer, intent(inout) :: k
    k = k + 1
    next = k
  end function
end subroutine
