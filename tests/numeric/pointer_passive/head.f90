! Pointers without a derivative, through which coefficients are read: the reverse sweep finds them pointing to what they pointed to.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), target :: a(3), b(3)
  real(8), pointer :: p(:)
  a = 2
  b = [3, 4, 5]
  y(1) = sum(b*x**2)
  p => b
  y(1) = y(1)*sum(p*x**3)
  p => a
  y(2) = sum(p*x**2)
  p(2) = 7
  y(2) = y(2)*sum(p*x**4)
  nullify(p)
  p => b(3:1:-1)
  p(1) = 9
  y(2) = y(2)*sum(p*x**2) + sum(b*x)
end subroutine head
