! A view that ends inside an array gets an array of the remaining elements, here four of six.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y
  real(8) :: u(6)
  integer :: n
  common /grid/ u, n
  u = x**2
  n = 6
  call damp
  y = sum(u)
end subroutine
subroutine damp
  real(8) :: ends(2)
  common /grid/ ends
  ends = 0.5d0*ends
end subroutine
