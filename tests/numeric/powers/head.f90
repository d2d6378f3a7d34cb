! Powers with bases and exponents of all types.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(8)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(8)
  integer :: n, k
  real(8) :: z
  n = 3
  y(1) = x(1)**x(2) + x(2)**n
  y(2) = x(1)**(-2) + x(2)**(-n)
  y(3) = x(2) + (x(1)-0.5d0)**2 + (x(1)-0.5d0)**3 + (x(2) - 1d0)**n
  y(4) = 2**x(1) + 2.0**x(2) + 2d0**x(3) + n**x(1)
  y(5) = x(1)**1.5 + x(2)**2.5d0 + x(3)**0.5 + x(1)**2.0 + x(2)**3.0d0
  z = 0
  do k = 0, 4
    z = z + x(1)**k * x(2)**(k-2)
  end do
  y(6) = z
  y(7) = (x(1)*x(2))**(x(3)+x(1))
  n = 0
  y(8) = x(1)**n + x(1)**0 + x(1)**1
end subroutine head
