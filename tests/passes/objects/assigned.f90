! An object is deallocated, allocated with the type of the value, and assigned as one of that type.
! head: f(y)/(x)
module shapes
  type shape
    real(8) :: r
  end type
end module
subroutine f(x, y)
  use shapes
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  class(shape), allocatable :: s
  type(shape) :: c
  c%r = x**2
  s = c
  y = s%r*x
end subroutine
