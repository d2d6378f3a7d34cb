! A loop without derivatives that sets scalars is recorded as one statement: no record in an iteration, no count.
! head: f(y)/(x)
subroutine f(n, m, t, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: t(m), x(n)
  real(8), intent(inout) :: y
  integer :: i, k
  k = 1
  do i = 1, n
    do while (k < m .and. x(i) > t(k))
      k = k + 1
    end do
    y = y + x(i)**2*t(k)
  end do
end subroutine
