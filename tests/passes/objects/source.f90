! The SOURCE= of an object may have several types: each gets a branch.
! head: f(y)/(x)
module shapes
  type shape
    real(8) :: r
  end type
  type, extends(shape) :: ring
    real(8) :: hole
  end type
contains
  subroutine f(s, x, y)
    class(shape), intent(in) :: s
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(shape), allocatable :: copy
    allocate (copy, source=s)
    copy%r = x
    y = copy%r**2
  end subroutine
end module
