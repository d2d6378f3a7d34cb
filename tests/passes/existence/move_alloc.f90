! MOVE_ALLOC becomes a copy, so that the shadows move, too.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:)
  allocate (a(n))
  a = x
  call move_alloc(a, b)
  y = sum(b**2)
end subroutine
