! DO CONCURRENT with a mask and several indices.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(5), b(3,3)
  integer :: i,j,k
  a = 0
  do concurrent (i=1:3)
    a(i) = x(i)**2
  end do
  do concurrent (i=1:3, j=1:3, i /= j)
    b(i,j) = x(i)*x(j)
  end do
  do concurrent (k=1:3)
    b(k,k) = x(k)*a(k)
  end do
  y(1) = sum(a)
  y(2) = sum(b*b)
end subroutine head
