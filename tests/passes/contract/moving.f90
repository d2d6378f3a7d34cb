! Unchanged: after the call, `x(i)` and `y(i)` are other elements.
! head: f(y)/(x)
! contracted: next(b)/(a) next_bj
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  i = 1
  do while (i < n)
    call next(x(i), i, y(i))
  end do
end subroutine

subroutine next_bj(a, i, b, b_a)
  implicit none
  real(8), intent(in) :: a
  integer, intent(inout) :: i
  real(8), intent(out) :: b, b_a
  b = a*i
  b_a = i
  i = i + 1
end subroutine

subroutine next(a, i, b)
  implicit none
  real(8), intent(in) :: a
  integer, intent(inout) :: i
  real(8), intent(out) :: b
  b = a*i
  i = i + 1
end subroutine
