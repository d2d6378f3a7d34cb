! A loop that ends early may stand beside adjoints that are simplified.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: r, s
  integer :: i, k
  do i = 1, n
    r = 1
    do k = 1, 20
      s = 0.5d0*(r + x(i)/r)
      if (abs(s - r) < 1d-12) exit
      r = s
    end do
    y(i) = s*x(i)
  end do
end subroutine
