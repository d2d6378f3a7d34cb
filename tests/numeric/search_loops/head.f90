! Loops without derivatives that set scalars: searches by WHILE and EXIT with active tests, that go on from where the last one ended; counts and greatest indices; a generator of numbers; in loops that are reversed in place, in branches and nested.
! head: top(y)/(x, f)
! arg n integer 5
! arg m integer 6
! arg x real8(5) 0.35 1.7 0.9 2.6 2.2
! arg t real8(6) 0.0 0.5 1.1 1.6 2.4 3.0
! arg f real8(6)
! arg y real8(6)
subroutine top(n, m, x, t, f, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), t(m), f(m)
  real(8), intent(out) :: y(6)
  integer :: i, j, k, best, seed, count
  real(8) :: w, r, largest
  y = 0
  ! from the beginning
  do i = 1, n
    k = 1
    do while (k < m - 1 .and. x(i) > t(k+1))
      k = k + 1
    end do
    w = (x(i) - t(k))/(t(k+1) - t(k))
    y(1) = y(1) + (w*f(k+1) + (1 - w)*f(k))**2
  end do
  ! from the last place, both ways
  k = 3
  y(2) = 1
  do i = 1, n
    do
      if (k >= m - 1) exit
      if (x(i) <= t(k+1)) exit
      k = k + 1
    end do
    do while (k > 1 .and. x(i) < t(k))
      k = k - 1
    end do
    y(2) = y(2)*(1 + 0.1d0*f(k)*x(i))
  end do
  ! indices of the greatest, and counts
  best = 1
  do j = 2, n
    best = 1
    largest = 0
    do i = 1, j
      if (x(i) > largest) then
        best = i
        largest = x(i)
      end if
    end do
    y(3) = y(3) + x(best)*x(j)*(1 + y(3))
  end do
  ! a generator of numbers, in a branch
  seed = 7
  do i = 1, n
    if (x(i) > 1) then
      do k = 1, i
        seed = mod(16807*seed, 2147)
      end do
      r = seed/2147d0
    else
      count = 0
      do j = 1, m
        if (t(j) > x(i)) cycle
        count = count + 1
      end do
      r = 0.1d0*count
      seed = seed + count
    end if
    y(4) = (y(4) + r*x(i))*x(i)
  end do
  y(5) = y(4)*seed
  ! scalars that the search leaves are used after it
  do i = 1, n
    do k = 1, m
      if (t(k) > x(i)) exit
      best = k
    end do
    y(6) = y(6) + f(best)*x(i)**k
  end do
end subroutine top
