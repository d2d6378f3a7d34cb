! Variables that stand only in the bounds of arrays, and change between calls: the adjoint of a call has them as they were.
! head: head(y)/(x)
! arg x real8(5)
! arg y real8(5)
module sizes
  integer :: length = 4
end module
subroutine head(x, y)
  use sizes
  implicit none
  real(8) :: x(5), y(5)
  integer :: m
  m = 5
  y = 0
  call squares(m, x, y)
  m = 2
  call squares(m, x, y)
  length = 4
  call shrinking(m, x, y)
  length = 3
  call by_module(x, y)
  length = 1
  y(1) = y(1)*x(2)
end subroutine
subroutine squares(n, x, y)
  integer :: n
  real(8) :: x(n), y(n)
  y = y + x*x
end subroutine
subroutine shrinking(n, x, y)
  integer :: n
  real(8) :: x(n), y(n), w(n)
  w = x*y
  n = 1
  y = y + w*w
end subroutine
subroutine by_module(x, y)
  use sizes
  real(8) :: x(length), y(length)
  y = y*x
end subroutine
