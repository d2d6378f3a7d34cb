! Limits that call functions, or that the body changes, are evaluated once, before the loops.
! head: f(y)/(x)
subroutine f(n, k, x, y)
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do concurrent (i = 1:chosen(n), j = 1:n)
    y(i) = y(i) + j*x(i)
  end do
  forall (j = 1:2, i = 1:k(n)) k(i) = k(i) + j
  y(1) = y(1)*k(1)
contains
  integer function chosen(n)
    integer, intent(in) :: n
    chosen = n/2
    print *, 'chosen', n
  end function
end subroutine
