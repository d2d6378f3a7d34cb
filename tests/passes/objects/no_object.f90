! Unchanged: a record of a declared type is allocated as it is, even if other types extend its type.
! head: f(y)/(x)
module shapes
  type shape
    real(8) :: r
  end type
  type, extends(shape) :: ring
    real(8) :: hole
  end type
end module
subroutine f(x, y)
  use shapes
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type(shape), allocatable :: s
  type(ring) :: r
  r = ring(x, 2*x)
  allocate (s, source=r%shape)
  y = s%r**2
end subroutine
