! Arrays of which loops overwrite nothing that they have read before, and some of which they do.
! head: march(y)/(x, c)
! arg n integer 5
! arg x real8(5) 0.4 0.7 1.1 0.9 -0.3
! arg c real8(5) 0.5 0.8 1.3 0.2 -0.6
! arg y real8
subroutine march(n, x, c, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c(n)
  real(8), intent(out) :: y
  real(8) :: u(n), g(n), w(0:n, n), v(n), z(n), s(2*n), bet
  integer :: i, j, k
  ! recurrences, upwards and downwards: nothing to record but the scalar
  bet = 2 + x(1)
  u(1) = c(1)/bet
  do i = 2, n
    g(i) = x(i - 1)/bet
    bet = 3 + c(i) - 0.3d0*x(i)*g(i)
    u(i) = (c(i) - x(i)*u(i - 1))/bet
  end do
  v(n) = u(n)**2
  do i = n - 1, 1, -1
    v(i) = sin(u(i))*v(i + 1) + g(i + 1)**2
  end do
  ! what an earlier iteration has read is overwritten: recorded
  do i = 1, n - 1
    v(i) = v(i)*v(i + 1)
  end do
  do i = n, 2, -1
    u(i) = u(i)*u(i - 1)
  end do
  ! a wavefront, filled for the first time; then swept once more, in place
  w = 0.5d0
  do j = 1, n
    do i = 1, n
      w(i, j) = 0.5d0*x(i)*c(j)*(1 + w(i - 1, j))
      if (w(i, j) > 0.2d0) w(i, j) = w(i, j)**2
    end do
  end do
  do j = 2, n
    do i = 1, n - 1
      w(i, j) = w(i, j - 1)*w(i + 1, j)*cos(w(i - 1, j))
    end do
  end do
  ! the inner loop reads what the outer one has written, or will write
  do i = 1, n
    z(i) = x(i)
    do j = 1, i - 1
      z(i) = z(i) + cos(z(j))*c(j)
    end do
  end do
  do i = 1, n
    do j = i, n
      z(i) = z(i) + 0.1d0*sin(z(j))*z(i)
    end do
  end do
  ! the same elements twice: once before they are read, once behind
  do i = 1, n
    s(2*i) = sin(z(i))*x(i)
    s(2*i - 1) = s(2*i)**2
    s(2*i) = s(2*i - 1)*cos(z(i))
    if (i > 1) s(2*i - 2) = s(2*i - 3)*s(2*i)
  end do
  ! overwritten when nothing in the loop, but something in front of it, has read it
  y = 0
  do k = 1, 3
    do i = 1, n
      y = y + sin(s(i))*v(i)
    end do
    do i = 2, n
      s(i) = tanh(s(i - 1))*x(i) + cos(y)*c(i)
    end do
    do i = 1, n
      if (s(i) > 0) then
        v(i) = s(i)*u(i)
      else
        v(i) = exp(s(i))
      end if
      g(i) = v(i)**2
    end do
    y = y + 0.01d0*sum(g)
  end do
  y = y + sum(sin(w)) + sum(v*u)
end subroutine march
