! Increments of several neighbours are added in one loop behind theirs, also where that has few iterations or none; bounds other than 1, columns, and distances that are no constants.
! head: smooth(y)/(x)
! arg n integer 9
! arg m integer 2
! arg x real8(0:9)
! arg y real8
subroutine smooth(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: y
  real(8) :: a(0:n), b(-1:n, 2), c(3)
  integer :: i, k

  a = x
  c = x(1:3)
  y = 0
  call spread(n, a)
  ! one iteration, and none
  call spread(4, a)
  call spread(3, a)
  do k = 1, 2
    do i = -1, n
      b(i, k) = a(max(i, 0))*k
    end do
  end do
  do i = 1, n - 1
    y = y + sin(b(i-2, 1)*b(i+1, 1))*b(i, 2) + b(i-1, 2)*b(i+m-1, 1)
  end do
  do i = 2, n - 1
    y = y + a(i-m)*a(i+1) + exp(a(i-1)*a(i))
  end do
contains
  subroutine spread(last, u)
    integer, intent(in) :: last
    real(8), intent(inout) :: u(0:last)
    real(8) :: w(0:last)
    integer :: j
    w = 0
    do j = last - 1, 3, -1
      w(j) = (u(j+1) - u(j-3))*u(j-1) - u(j)
    end do
    do j = 1, last
      u(j) = u(j) + 0.1d0*w(j)
    end do
  end subroutine spread
end subroutine smooth
