! ALLOCATE with SOURCE= becomes ALLOCATE with the bounds of the value, and an assignment.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(0:4)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:)
  allocate (a, source=x)
  allocate (b, mold=a)
  b = a**2
  y = b(0)
end subroutine
