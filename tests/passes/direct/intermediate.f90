! Unchanged: elements of an array between independents and dependents have rows of their own.
! head: f(y)/(x)
! mode: sparse
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: w(n)
  integer :: i
  do i = 1, n
    w(i) = x(i)**2
  end do
  y(1) = w(1)
  do i = 2, n
    y(i) = w(i) - w(i - 1)
  end do
end subroutine
