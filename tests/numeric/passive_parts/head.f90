! Procedures that overwrite, with values that depend on nothing, an element, a section or a component of an active variable, or
! all of it under a condition: what they overwrite has no derivative any more, the rest keeps its own.
! head: head(y)/(x)
! arg x real8(5)
! arg y real8(5)
module parts
  implicit none
  type pair
    real(8) :: a, b
  end type
contains
  subroutine clear(v)
    real(8), intent(out) :: v
    v = 0.25d0
  end subroutine
  subroutine clear_all(n, v)
    integer, intent(in) :: n
    real(8), intent(out) :: v(n)
    integer :: i
    do i = 1, n
      call clear(v(i))
    end do
  end subroutine
  subroutine reset(p)
    type(pair), intent(out) :: p
    p%a = 1d0
    p%b = 2d0
  end subroutine
  real(8) function used_up(v)
    real(8), intent(inout) :: v
    used_up = 0.5d0
    v = 3d0
  end function
end module
subroutine head(x, y)
  use parts
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(5)
  real(8) :: w(5), u(5), m(2, 3), t
  type(pair) :: p(3)
  integer :: k
  w = x*x
  u = 2*x + w
  call clear(w(4))
  call clear_all(2, w(1:2))
  do k = 1, 3
    m(:, k) = x(k)*u(1:2)
    p(k)%a = x(k)**2
    p(k)%b = x(k + 1)
  end do
  call clear_all(2, m(:, 2))
  call clear(p(1)%b)
  call reset(p(2))
  if (x(1) > -100d0) call clear_all(5, u)
  t = used_up(w(5))
  y = w*x + u
  y(1) = y(1) + sum(m)*x(5) + t*x(2)
  y(2) = p(1)%a*p(1)%b + p(2)%a*p(2)%b*x(1) + p(3)%a*p(3)%b
end subroutine
