! A record gets a result that is not allocatable: the caller's derivative exists already.
! head: f(y)/(x)
module points
  type point
    real(8) :: u, v
  end type
contains
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(point) :: p
    p = made(x)
    y = p%u*p%v
  end subroutine
  function made(a) result(p)
    real(8), intent(in) :: a
    type(point), allocatable :: p
    allocate (p)
    p%u = a
    p%v = a**2
  end function
end module
