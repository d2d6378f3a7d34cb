! Each element of the dependent depends on three of the independent: its row is stored where it is computed.
! head: f(y)/(x)
! mode: sparse
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  y(1) = x(1)
  do i = 2, n - 1
    y(i) = x(i - 1) - 2*x(i)**2 + x(i + 1)
  end do
  y(n) = x(n)
end subroutine
