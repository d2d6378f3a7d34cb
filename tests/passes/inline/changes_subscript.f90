! Unchanged: the procedure assigns to the element that the caller passed, but changes its subscript first.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y(9)
  integer :: k
  k = 1
  do while (k < 9)
    call step(y(k), k, x)
  end do
end subroutine
subroutine step(a, k, x)
  real(8), intent(inout) :: a
  integer, intent(inout) :: k
  real(8), intent(in) :: x
  k = k + 1
  a = k*a*x
end subroutine
