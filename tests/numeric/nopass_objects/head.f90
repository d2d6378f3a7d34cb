! Bindings with NOPASS of objects whose type is not known: the same procedure for all types.
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg m integer 2
! arg y real8(2)
module shapes
  implicit none
  type shape
     real(8) :: s = 1
   contains
     procedure, nopass :: util
     procedure, nopass :: halve
  end type
  type, extends(shape) :: circle
     real(8) :: r = 2
  end type
contains
  real(8) function util(v)
    real(8), intent(in) :: v
    util = exp(v)
  end function
  subroutine halve(v)
    real(8), intent(inout) :: v
    v = v*v/2
  end subroutine
  subroutine scaled(o, v)
    class(shape), intent(inout) :: o
    real(8), intent(inout) :: v
    o%s = o%s*o%util(v)
    call o%halve(v)
  end subroutine
end module
subroutine head(n, x, m, y)
  use shapes
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  class(shape), allocatable :: o
  if (x(1) > 0) then
     allocate (circle :: o)
  else
     allocate (o)
  end if
  o%s = x(1)
  y(1) = o%s*o%util(x(2))
  y(2) = x(3)
  call scaled(o, y(2))
  y(2) = y(2)*o%s
end subroutine
