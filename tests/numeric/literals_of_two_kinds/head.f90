! Literals of single precision as factors of values in double precision: products of partial derivatives are as precise
! as the values.
! head: f(y)/(x)
! arg x real8(3) 0.7 1.2 0.4
! arg y real8(3)
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: t, u
  integer :: i
  do i = 1, 3
    t = 0.8*(cos(x(i)) - x(i)*x(1)*0.2)
    u = 0.3*(0.7*t + 0.1*x(2))
    y(i) = sin(t*0.9) + u*(0.6*u) + u/0.7
  end do
end subroutine
