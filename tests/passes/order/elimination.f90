! An elimination needs the factor and the row above, which is final; the overwritten values enter linearly.
! head: f(y)/(a)
subroutine f(n, a, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  real(8), intent(out) :: y
  integer :: i, k
  do k = 2, n
    do i = k, n
      a(i, k) = a(i, k) - a(i, k - 1)*a(k - 1, k)
    end do
  end do
  y = a(n, n)
end subroutine
