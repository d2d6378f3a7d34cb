! First and last iterations that are told by comparisons of all kinds, of the index or of what follows from it, in loops of any length.
! head: head(y)/(x)
! arg x real8(8)
! arg y real8(9)
subroutine head(x, y)
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
end subroutine head
