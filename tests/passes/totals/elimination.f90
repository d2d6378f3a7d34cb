! The increments of `ab(k, j)` are added up in a scalar: `i` is greater than `k`, and `j`, too.
! head: eliminate(a)/(a)
subroutine eliminate(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do k = 1, n
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end subroutine
