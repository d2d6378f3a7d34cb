! Unchanged: allocations with bounds, and the only allocation of a local variable, which is unallocated before.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:)
  integer :: stat
  allocate (a(n), stat=stat)
  if (stat /= 0) stop
  allocate (b(0:n))
  a = x
  b = 2*x
  y = sum(a)*sum(b)
  deallocate (a, b)
end subroutine
