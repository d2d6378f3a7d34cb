! Arguments with VALUE of procedures that are PURE or ELEMENTAL: pure procedures have to say of each argument what they do with it.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg m integer 4
! arg y real8(4)
module steps
  implicit none
contains
  pure subroutine square(r, o)
    real(8), value :: r
    real(8), intent(out) :: o
    o = r**2
  end subroutine
  elemental subroutine changed(r, o)
    real(8), value :: r
    real(8), intent(out) :: o
    r = r*sin(r)
    o = r + 2*r**2
  end subroutine
end module
subroutine head(n, x, m, y)
  use steps
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  call square(x(1), y(1))
  call square(x(2)*x(1), y(2))
  call changed(x(3:4), y(3:4))
  y(1) = y(1)*x(3)
end subroutine
