! Blank COMMON of different lengths: units see parts of what is active in it.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine first(x)
  implicit none
  real(8) :: x(3), a(2), tail(4)
  integer :: n, m
  common a, n, m, tail
  a = x(1:2)
  n = 2
  m = 3
  tail = x(3)*a(1)
end subroutine
subroutine next(x)
  implicit none
  real(8) :: x(3), a(2), b, c
  integer :: n, m
  common a, n, m, b, c
  b = b*x(n)
  c = c + a(2)*b
  a(1) = b
end subroutine
subroutine third(x)
  implicit none
  real(8) :: x(3), a
  common a
  a = a*x(2)
end subroutine
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a(2)
  integer :: n, m
  common a, n, m
  call first(x)
  call next(x)
  call third(x)
  call last(y)
  y = y + a(1)*m
end subroutine
subroutine last(y)
  implicit none
  real(8) :: y, a(2), t(4), more(2)
  integer :: n, m
  common a, n, m, t, more
  more = t(1)*t(2)
  y = sum(t) + a(1)*a(2) + more(2)
end subroutine
