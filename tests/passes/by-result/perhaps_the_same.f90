! Unchanged: a(j(i)) may be a(i), whose value from before the statement is the operand.
! head: f(a)/(a)
subroutine f(n, j, a)
  implicit none
  integer, intent(in) :: n, j(n)
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i)/a(j(i))
  end do
end subroutine f
