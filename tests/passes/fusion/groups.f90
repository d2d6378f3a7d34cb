! Arrays that the statements of an iteration overwrite together, in pieces, in the arms of a test and in a callee, carry nothing.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n)
  real(8), intent(inout) :: y
  real(8) :: u(3), a(2, 2), v(n), g(3)
  integer :: i, k
  do i = 2, n - 1
    u(1) = x(1, i)*x(2, i + 1)
    u(2) = x(2, i)*u(1)
    u(3) = sin(x(3, i))*u(2)
    do k = 1, 2
      a(1, k) = u(k)*x(k, i)
      a(2, k) = u(k + 1)*a(1, k)
    end do
    v(1) = a(1, 1)*a(2, 2)
    do k = 2, n - 1
      v(k) = a(2, 1)*x(3, k)
    end do
    v(n) = v(1)*v(1)
    call flux(u, x(:, i), g)
    y = y + v(n)*v(i) + g(1)*g(2)*g(3)
  end do
end subroutine
subroutine flux(u, x, g)
  real(8), intent(in) :: u(3), x(3)
  real(8), intent(out) :: g(3)
  g(1) = u(1)*x(2)
  if (g(1) > 0) then
    g(3) = u(2)*g(1)
    g(2) = g(3)*g(3)
  else
    g(2) = x(1)*u(3)
    g(3) = g(1)*x(3)
  end if
end subroutine
