! Unchanged: a defined assignment is a call, which does not copy the components.
! head: f(y)/(x)
module points
  type point
    real(8) :: u, v
  end type
  interface assignment(=)
    module procedure swap
  end interface
contains
  subroutine swap(a, b)
    type(point), intent(out) :: a
    type(point), intent(in) :: b
    a%u = b%v
    a%v = b%u
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(point) :: p, q
    p%u = x
    p%v = 2
    q = p
    y = q%u*q%v**2
  end subroutine
end module
