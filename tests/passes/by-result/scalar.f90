! Another adjoint in the loop needs t in any case.
! head: f(y)/(x)
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: t
  do i = 1, n
    t = tanh(x(i))
    y(i) = t*x(i)
  end do
end subroutine f
