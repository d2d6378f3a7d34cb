! Arrays of which loops overwrite nothing that they have read before, and some of which they do.
! head: march(y)/(x, c)
! arg n integer 5
! arg x real8(5) 0.4 0.7 1.1 0.9 -0.3
! arg c real8(5) 0.5 0.8 1.3 0.2 -0.6
! arg y real8
! before n 4
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
  call solves(n, x, c, y)
end subroutine march

! Triangles: what is eliminated is linear in what it overwrites, and the rest is as it will be. Only quotients ask for what they overwrite.
subroutine solves(n, x, c, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), c(n)
  real(8), intent(inout) :: y
  real(8) :: a(n, n), l(n, n), b(n), z(n), q, t
  integer :: i, j, k, p
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.2d0*sin(x(i)*c(j)) + 0.1d0*x(i)
      l(i, j) = 0.2d0*sin(x(i)*x(j))
    end do
    a(j, j) = 3 + x(j)
    l(j, j) = 2 + c(j)**2
    b(j) = c(j)**2
  end do
  do k = 1, n - 1
    ! an unknown row is exchanged
    p = k
    do i = k + 1, n
      if (abs(a(i, k)) > abs(a(p, k))) p = i
    end do
    if (p == k) p = k + 1
    do j = k, n
      t = a(k, j)
      a(k, j) = a(p, j)
      a(p, j) = t
    end do
    t = b(k)
    b(k) = b(p)
    b(p) = t
    do i = k + 1, n
      q = a(i, k)/a(k, k)
      do j = k + 1, n
        a(i, j) = a(i, j) - q*a(k, j)
      end do
      b(i) = b(i) - q*b(k)
    end do
  end do
  do i = n, 1, -1
    z(i) = b(i)
    do j = i + 1, n
      z(i) = z(i) - a(i, j)*z(j)
    end do
    z(i) = z(i)/a(i, i)
  end do
  y = y + sum(z*c)
  ! Cholesky, and a substitution by columns
  do j = 1, n
    do k = 1, j - 1
      do i = j, n
        l(i, j) = l(i, j) - l(i, k)*l(j, k)
      end do
    end do
    l(j, j) = sqrt(l(j, j))
    do i = j + 1, n
      l(i, j) = l(i, j)/l(j, j)
    end do
  end do
  b = x
  do j = 1, n
    b(j) = b(j)/l(j, j)
    do i = n, j + 1, -1
      b(i) = b(i) - l(i, j)*b(j)
    end do
  end do
  ! what is overwritten here has been read and is needed
  do j = 1, n
    do i = j, n
      l(i, j) = l(i, j)*l(j, j)
    end do
  end do
  do i = 2, n
    do j = i - 1, n
      b(j) = b(j) + b(i)*z(j)
    end do
  end do
  y = y + sum(b**2) + sum(sin(l))
end subroutine solves
