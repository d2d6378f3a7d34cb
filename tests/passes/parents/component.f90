! An inherited component has one name, with or without that of the parent.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type point
    real(8) :: u
  end type
  type, extends(point) :: node
    real(8) :: v
  end type
  type(node) :: n
  n%point%u = x
  n%v = n%u**2
  y = n%v
end subroutine
