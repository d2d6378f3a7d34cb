! Indices that wrap around, in loops of any length: first and last iterations are taken out in the backward sweep.
! head: head(y)/(x)
! arg x real8(8)
! arg y real8(4)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y(4)
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
