! Loops with constant bounds whose ends are different by a test: nothing is written for an iteration that is none.
! head: head(y)/(x)
! arg x real8(9)
! arg y real8(6)
subroutine head(x, y)
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
end subroutine head
