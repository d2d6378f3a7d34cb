! Other increments of the array may have the same element: `ab(j, k)` is `ab(i, k)` in one iteration.
! head: subtract(a)/(a)
subroutine subtract(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, j - 1
      do i = j, n
        a(i, j) = a(i, j) - a(i, k)*a(j, k)
      end do
    end do
  end do
end subroutine
