! Loops that run forward and backward in one loop, and loops that must not.
! head: head(y)/(x)
! arg n integer 6
! arg m integer 4
! arg ix integer(6) 2 5 2 6 1 1
! arg x real8(6)
! arg y real8(9)
subroutine head(n, m, ix, x, y)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(9)
  real(8) :: a, f, t, v, c(n), e(n), u(n), w(m), z(n, m), r(n), old(n)
  integer :: i, j, k

  ! Figure 1 of Strout and Hovland: the prefix sum is needed by the sine
  a = 0
  f = 0
  do i = 1, n
    a = a + x(i)*x(i)
    t = sin(a)
    f = f + t
  end do
  y(1) = f

  ! a reduction: scratch scalars belong to the iteration
  f = 0
  do i = 1, n
    t = x(i)**2
    t = t*exp(-t)
    f = f + t
  end do
  y(2) = f

  ! a general linear recurrence: c(i) is needed, and v where c depends on x
  c = 0.5d0
  do i = 1, n
    e(i) = cos(x(i))
  end do
  v = 1
  do i = 1, n
    t = x(i)*e(i)
    t = t*t
    v = 0.5d0*v + t
  end do
  y(3) = v
  do i = 1, n
    c(i) = sin(x(i))
    v = c(i)*v + e(i)
  end do
  y(4) = v

  ! increments of elements that are found by an index
  r = 0
  do i = 1, n
    t = x(i)
    t = t**3
    r(ix(i)) = r(ix(i)) + t
  end do
  y(5) = sum(r*x)

  ! scratch arrays, and an array of which each iteration has a row
  do i = 1, n
    do j = 1, m
      w(j) = x(i)*j
      w(j) = w(j)*w(j)
    end do
    do j = 1, m
      z(i, j) = sin(w(j))
    end do
    z(i, 1) = z(i, 1)*z(i, 2)
  end do
  y(6) = sum(z(:, 1)*z(:, m))

  ! in place: what was there before is needed, here and in front of the loop
  u = x
  y(7) = sum(u**2)
  do i = 1, n
    t = u(i)
    t = t*x(n + 1 - i)
    u(i) = u(i)*t
  end do
  y(7) = y(7) + sum(u**2)

  ! a neighbour's value is needed
  old = u
  do i = 2, n
    t = u(i - 1)
    t = t*t
    u(i) = u(i)*t
  end do
  y(8) = sum(u) + old(2)

  ! a counter goes with the iterations; a second loop inside cannot be fused
  k = 0
  f = 0
  do i = 1, n
    v = x(i)
    do j = 1, m
      k = k + 1
      v = v*cos(v) + x(mod(k, n) + 1)
    end do
    f = f + v*v
  end do
  y(9) = f + k
end subroutine head
