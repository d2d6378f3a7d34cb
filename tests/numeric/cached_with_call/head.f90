! Values of functions are cached in statements that also call a procedure.
! head: f(y)/(x, y)
! arg n integer 4
! arg x real8(4) 0.6 0.7 0.5 1.3
! arg y real8 1.1
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: t
  t = x(2)*exp(x(1)) + n*sin(real(wr(2), 8))
  t = t*t + sin(x(2))*wr(3)
  y = y*t
  t = (1.1d0 + 0.5d0*sin(x(1)))/(1.5d0 + x(wr(2))**2)
  y = y + sin(t)
contains
  pure integer function wr(i)
    integer, intent(in) :: i
    wr = 1 + modulo(i - 1, 4)
  end function wr
end subroutine f
