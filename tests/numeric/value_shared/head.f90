! One variable for two arguments, of which one has VALUE: the procedure changes a copy.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 -0.4 2.1
! arg m integer 3
! arg y real8(3)
module pairs
  implicit none
  type pair
     real(8) :: a(2)
  end type
contains
  subroutine both(r, v, o)
    type(pair), intent(in) :: r
    type(pair), value :: v
    real(8), intent(out) :: o
    v%a = v%a + r%a
    o = sum(v%a**2)
  end subroutine
  subroutine scaled(v, r, o)
    real(8), value :: v
    real(8), intent(in) :: r
    real(8), intent(inout) :: o
    v = v*r
    o = o + v*r
  end subroutine
end module
subroutine head(n, x, m, y)
  use pairs
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  type(pair) :: r
  real(8) :: s
  r%a = x(1:2)*x(3)
  call both(r, r, y(1))
  y(2) = sum(r%a)
  s = x(4)**2
  y(3) = s
  call scaled(s, s, y(3))
  y(2) = y(2)*s
end subroutine
