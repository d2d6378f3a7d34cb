! The adjoint needs a(i, k) from after the assignment, which no later statement overwrites.
! head: f(a)/(a)
subroutine f(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do k = 1, n - 1
    do i = k + 1, n
      a(i, k) = a(i, k)/a(k, k)
    end do
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end subroutine f
