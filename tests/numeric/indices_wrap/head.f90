! Indices that wrap around, in loops of any length: first and last iterations are taken out in the reverse sweep.
! head: head(y)/(x)
! arg x real8(8)
! arg y real8(19)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(19)
  real(8) :: u(8), w(8)
  integer :: n
  y = 0.0d0
  do n = 1, 8
    u = x
    call around(n, u, w)
    y(1) = y(1) + sum(w(1:n)**2)
    call chosen(n, u, w)
    y(2) = y(2) + sum(w(1:n)**2)
    call between(min(3, n), n, u, w)
    y(3) = y(3) + sum(w(min(3, n):n)**2)
    call downwards(n, u, w)
    y(4) = y(4) + sum(w(1:n)**2)
  end do
  call ends_by_comparison(x, y(5:13))
  call constant_ends([x, x(1)*x(2)], y(14:19))
contains
  subroutine around(n, u, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n), w(n)
    integer :: i, im, ip
    do i = 1, n
      im = i - 1
      if (i == 1) im = n
      ip = i + 1
      if (i == n) ip = 1
      w(i) = u(im)*u(ip) - 2.0d0*u(i)**2
    end do
  end subroutine around
  ! both ends by ELSE, and a value that only one of them has
  subroutine chosen(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: w(n)
    real(8) :: left, right
    integer :: i, ip
    do i = 1, n
      if (i == 1) then
        left = 0.5d0*u(1)**2
      else
        left = sin(u(i-1))
      end if
      if (n == i) then
        right = exp(-u(i))
        ip = i
      else
        right = u(i+1)*u(i)
        ip = i + 1
      end if
      w(i) = left*right + u(ip)*u(i)
    end do
  end subroutine chosen
  ! one end only, bounds that are expressions
  subroutine between(lo, n, u, w)
    integer, intent(in) :: lo, n
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: w(n)
    integer :: i, ip
    do i = lo, n
      ip = i + 1
      if (i == n) then
        ip = lo
      end if
      w(i) = u(ip)*u(i)
    end do
  end subroutine between
  subroutine downwards(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(inout) :: w(n)
    integer :: i, im
    do i = n, 1, -1
      im = i - 1
      if (i == 1) im = n
      w(i) = u(im)*cos(u(i))
    end do
  end subroutine downwards
end subroutine head

! First and last iterations that are told by comparisons of all kinds, of the index or of what follows from it, in loops of any length.
subroutine ends_by_comparison(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(9)
  real(8) :: u(0:9), w(8)
  integer :: n
  y = 0.0d0
  do n = 1, 8
    u(1:8) = x
    u(0) = x(2)
    u(9) = x(3)
    call periodic(n, u, w)
    y(1) = y(1) + sum(w(1:n)**2)
    call below(n, u, w)
    y(2) = y(2) + sum(w(1:n)**2)
    call above(n, u, w)
    y(3) = y(3) + sum(w(1:n)**2)
    call inner(min(3, n), n, u, w)
    y(4) = y(4) + sum(w(min(3, n):n)**2)
    call downwards(n, u, w)
    y(5) = y(5) + sum(w(1:n)**2)
    call clamped(n, u, w)
    y(6) = y(6) + sum(w(1:n)**2)
    call elsewhere(n, u, w)
    y(7) = y(7) + sum(w(1:n)**2)
    call three(n, u, w)
    y(8) = y(8) + sum(w(1:n)**2)
    call changed(n, u, w)
    y(9) = y(9) + sum(w(1:n)**2)
  end do
contains
  subroutine periodic(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i, im, ip
    do i = 1, n
      ip = i + 1
      im = i - 1
      if (ip > n) ip = 1
      if (im < 1) im = n
      w(i) = u(im)*u(ip) - 2.0d0*u(i)**2
    end do
  end subroutine periodic
  subroutine below(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i
    do i = 1, n
      if (i < n) then
        w(i) = (u(i+1) - u(i))*u(i+1)
      else
        w(i) = u(i)**2
      end if
      if (n > i) w(i) = w(i) + u(i+1)*u(i)
    end do
  end subroutine below
  subroutine above(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i
    do i = 1, n
      if (2 <= i) then
        w(i) = (u(i-1) - u(i))*u(i-1)
      else
        w(i) = u(i)**3
      end if
      if (i /= 1) w(i) = w(i) + u(i-1)*u(i)
      if (i >= n) w(i) = w(i)*u(i)
    end do
  end subroutine above
  ! bounds that are sums
  subroutine inner(lo, n, u, w)
    integer, intent(in) :: lo, n
    real(8), intent(in) :: u(0:9)
    real(8), intent(inout) :: w(n)
    integer :: i, ip
    w = 0.0d0
    do i = lo, n - 1
      ip = i + 1
      if (ip >= n) ip = lo
      w(i) = u(ip)*u(i) + w(i)
      if (i <= lo) w(i) = w(i) + u(i)
    end do
  end subroutine inner
  subroutine downwards(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i, k
    do i = n, 1, -1
      k = i - 1
      if (k <= 0) k = n
      w(i) = u(k)*sin(u(i))
    end do
  end subroutine downwards
  ! what is clamped, and set twice
  subroutine clamped(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i, k
    do i = 1, n
      k = i
      k = k + 1
      if (k > n) k = i
      w(i) = u(k)*u(i) + u(k)
    end do
  end subroutine clamped
  ! tests that tell other iterations
  subroutine elsewhere(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i, ip
    do i = 1, n
      ip = i + 1
      if (i > n - 2) ip = i
      if (i < 3) ip = 2
      w(i) = u(ip)*u(i)
      if (i >= 1) w(i) = w(i) + u(i)
      if (ip < n) w(i) = w(i)*u(ip)
    end do
  end subroutine elsewhere
  subroutine three(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i
    do i = 1, n
      if (i <= 1) then
        w(i) = u(i)*u(i+1)
      else if (i < n) then
        w(i) = u(i-1)*u(i+1)*u(i)
      else
        w(i) = u(i-1)**2
      end if
    end do
  end subroutine three
  ! a scalar that a branch has changed before it is tested
  subroutine changed(n, u, w)
    integer, intent(in) :: n
    real(8), intent(in) :: u(0:9)
    real(8), intent(out) :: w(n)
    integer :: i, k
    do i = 1, n
      k = i + 1
      if (i == 1) k = n
      if (k > n) k = 1
      w(i) = u(k)*u(i)
      if (k == n) w(i) = w(i) + u(k)
    end do
  end subroutine changed
end subroutine ends_by_comparison

! Loops with constant bounds whose ends are different by a test: nothing is written for an iteration that is none.
subroutine constant_ends(x, y)
  implicit none
  real(8), intent(in) :: x(9)
  real(8), intent(out) :: y(6)
  integer, parameter :: n = 40
  real(8) :: u(n), v(n)
  integer :: i, ip
  u = [(1.5d0*x(1 + mod(i, 9)), i = 1, n)]
  call both(u, v)
  y(1) = sum(v**2)
  call downwards(u, v)
  y(2) = sum(v**2)
  ! two iterations, one, none
  v = u
  do i = 4, 5
    ip = i + 1
    if (i == 5) ip = 4
    v(i) = u(ip)*u(i)
  end do
  y(3) = sum(v**2)
  do i = 4, 4
    if (i == 4) then
      v(i) = u(5)*u(4)
    else
      v(i) = u(i-1)*u(i+1)**2
    end if
  end do
  y(4) = sum(v**2)
  do i = 4, 3
    if (i == 4) then
      v(i) = u(5)*u(4)
    else
      v(i) = u(i-1)*u(i+1)**2
    end if
  end do
  y(5) = sum(v**2)
  ! where the first test also hides the last iteration
  do i = 1, n
    if (i == n) then
      v(i) = u(n)*u(n-1)
    else if (i == 1) then
      v(i) = u(1)*u(2)**2
    else
      v(i) = u(i+1)*u(i-1)*u(i)
    end if
  end do
  y(6) = sum(v**2)
contains
  subroutine both(u, v)
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: v(n)
    integer :: i
    do i = 1, n
      if (i == 1) then
        v(i) = (u(2) - u(1))*u(1)
      else if (i == n) then
        v(i) = (u(n) - u(n-1))*u(n)
      else
        v(i) = 0.5d0*(u(i+1) - u(i-1))*u(i)
      end if
    end do
  end subroutine both
  subroutine downwards(u, v)
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: v(n)
    integer :: i, im
    do i = n, 1, -1
      im = i - 1
      if (i == 1) im = n
      v(i) = u(im)*u(i) + u(i)**2
    end do
  end subroutine downwards
end subroutine constant_ends
