! In many directions, the entries of the local Jacobian are computed once: products of partial derivatives.
! head: f(y)/(x)
! mode: tangent
! many directions
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t, u, v
  integer :: i
  do i = 2, n
    t = x(i)*x(i - 1)
    u = exp(t)
    v = u*sin(t)
    y(i) = v*x(i)
  end do
end subroutine
