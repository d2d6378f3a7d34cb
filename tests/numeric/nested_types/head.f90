! Nested types, arrays of types, their assignments.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(4)
module ty
  implicit none
  type inner
    real(8) :: v
    integer :: k
  end type
  type outer
    type(inner) :: a, b(2)
    real(8) :: w(3)
    character(len=3) :: tag
  end type
contains
  subroutine upd(o, s)
    type(outer), intent(inout) :: o
    real(8), intent(in) :: s
    o%a%v = o%a%v*s
    o%b(o%a%k)%v = o%w(2)*s
    o%w = o%w*o%b(1)%v
  end subroutine
end module

subroutine head(x, y)
  use ty
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  type(outer) :: o, p
  type(inner) :: q(3), r
  integer :: i
  o%a%v = x(1)
  o%a%k = 2
  o%b(1)%v = x(2)
  o%b(2)%v = 1
  o%b%k = 1
  o%w = x
  o%tag = 'abc'
  call upd(o, x(3))
  p = o
  p%a = o%b(2)
  call upd(p, x(2))
  y(1) = o%a%v*o%b(2)%v + sum(o%w)
  y(2) = p%a%v + p%w(1)
  do i = 1, 3
    q(i)%v = x(i)**2
    q(i)%k = i
  end do
  q(2) = q(1)
  r = q(2)
  r%v = r%v*q(q(3)%k)%v
  y(3) = sum(q%v)*r%v
  q(1:2) = q(2:3)
  y(3) = y(3) + q(1)%v*q(2)%v
  o%b(:)%v = x(1:2)
  y(4) = o%b(1)%v*o%b(2)%v
end subroutine head
