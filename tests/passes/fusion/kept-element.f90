! Unchanged: the first element stays from the previous iteration, where the recurrence begins.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m, n)
  real(8), intent(inout) :: y
  real(8) :: c(100)
  integer :: i, k
  c(1) = 1
  do i = 1, n
    do k = 2, m
      c(k) = x(k, i)/(1 + c(k - 1))
    end do
    c(1) = c(m)*c(2)
    y = y + c(1)
  end do
end subroutine
