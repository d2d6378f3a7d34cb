! An allocation with STAT= gets a test of the allocation status.
! head: f(y)/(x)
subroutine f(a, x, y)
  real(8), allocatable, intent(inout) :: a(:)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: stat
  allocate (a(3), stat=stat)
  if (stat == 0) a = x
  y = sum(a)*x
end subroutine
