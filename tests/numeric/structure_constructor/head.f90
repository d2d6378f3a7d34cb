! Structure constructors, functions of derived type.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8(2)
module ty
  implicit none
  type inner
    real(8) :: v
    integer :: k
  end type
contains
  function mk(s) result(o)
    real(8), intent(in) :: s
    type(inner) :: o
    o%v = s*s
    o%k = 1
  end function
end module

subroutine head(x, y)
  use ty
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  type(inner) :: r
  type(inner) :: z
  z = inner(1d0, 2)
  r = inner(x(1)*2, 3)
  y(1) = r%v*r%k*z%v
  r = mk(x(2))
  y(2) = r%v*x(1)
  z = inner(v=x(1), k=4)
  y(1) = y(1)*z%v
end subroutine head
