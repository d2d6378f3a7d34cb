! Work arrays are larger than what iterations use of them, or filled by a recurrence: they carry nothing.
! head: f(y)/(x)
subroutine f(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m, n)
  real(8), intent(inout) :: y
  real(8) :: w(100), c(100)
  integer :: i, k
  do i = 1, n
    do k = 1, m
      w(k) = x(k, i)**2
    end do
    c(1) = x(1, i)
    do k = 2, m
      c(k) = w(k)/(1 + c(k - 1))
    end do
    do k = 2, m - 1
      y = y + c(k)*w(k - 1)*w(k + 1)
    end do
  end do
end subroutine
