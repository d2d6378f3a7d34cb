! Arrays without a derivative where a procedure takes arrays with one.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module m
contains
subroutine vv(n, a, b, r)
  integer, intent(in) :: n
  real(8) :: a(n), b(n), r(n)
  r = a*b + b*b
end subroutine
subroutine ws(a, b, r)
  real(8), intent(in) :: a(:), b(:)
  real(8), intent(out) :: r(:)
  r = a*b + b*b*a
end subroutine
  function ff(a) result(r)
    real(8), intent(in) :: a(3)
    real(8) :: r(3)
    r = 2*a*a(3:1:-1)
  end function
  function ff2(a) result(r)
    real(8), intent(in) :: a(:)
    real(8) :: r(size(a))
    r = 2*a*a(1)
  end function
  function gg(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    r = 2*a*a
  end function
end module

subroutine head(x, y)
  use m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: c(3), d(3), e(2,2)
  real(8) :: s
  integer :: i
  c = (/1d0,2d0,3d0/)
  e = 2
  s = 0
  do i = 1, 2
  call vv(3, c, x, d)
  y(1) = sum(d)
  call vv(2, c(2), x(2), d(1))
  call vv(4, e, e, e(1,1))
  d(1:3) = d(1:3) + ff(x) + ff(c)
  s = s + sum(ff(c)) + gg(c(i))
  c(1:2) = ff2(e(1,:))
  call ws(x(1:i), c(1:i), d(1:i))
  end do
  y(1) = y(1) + sum(d)*gg(x(1))
  y(2) = x(1)*s*c(1)
end subroutine head
