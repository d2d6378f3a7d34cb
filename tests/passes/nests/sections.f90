! Sections of one shape share a nest, too, if shifted sections are only incremented.
! head: f(y)/(x)
subroutine f(n, c, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: c, x(0:n + 1)
  real(8), intent(inout) :: y(n)
  y = y + c*x(0:n - 1) + c*x(2:n + 1)
end subroutine
