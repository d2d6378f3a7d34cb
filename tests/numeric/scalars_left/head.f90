! Loops whose iterations are independent, but for scalars that the last one leaves to what comes next: locals, adjoints of arguments, behind first and last iterations, originals that are computed again.
! head: head(y,s)/(x,s)
! arg n integer 4
! arg x real8(4)
! arg s real8
! arg y real8(4)
subroutine head(n, x, s, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  real(8), intent(out) :: y(n)
  real(8) :: t, u, r, v(n), w(n), a(n)
  integer :: i, ip
  t = x(1)*x(2)
  do i = 1, n
    w(i) = t
    t = 0.5d0
  end do
  do i = 1, n
    v(i) = s
    s = 0.25d0
  end do
  do i = 1, n
    y(i) = w(i)*x(i) + v(i)
  end do
  !$adc checkpoint-start
  u = 0.0d0
  do i = n, 1, -1
    u = x(i)**2
    a(i) = 2*u
  end do
  do i = 1, n
    y(i) = y(i)*u + sin(a(i))
  end do
  !$adc checkpoint-end
  r = x(3)*y(4)
  do i = 1, n
    ip = i + 1
    if (i == n) ip = 1
    y(i) = y(i) + 2*x(ip) - x(i) + r
    r = 0.75d0
  end do
  y(1) = y(1)*y(2)
  s = s + y(3)
end subroutine head
