! The result is an element: the call gets a variable that is overwritten afterwards.
! head: f(y)/(x)
! contracted: root(b)/(a) root_bj
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: r
  integer :: i
  do i = 1, n
    call root(x(i), y(i))
    call root(y(i), r)
    y(i) = y(i)*r
  end do
end subroutine

subroutine root_bj(a, b, b_a)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b, b_a
  b = sqrt(a)
  b_a = 0.5d0/b
end subroutine

subroutine root(a, b)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  b = sqrt(a)
end subroutine
