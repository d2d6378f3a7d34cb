! Sections that overlap, of any stride.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(6), b(3,3)
  integer :: k
  a(1:3) = x
  a(4:6) = x*x
  k = 2
  a(1:5:k) = a(2:6:k)*a(1:5:k)
  a(k:k+2) = a(1:3)
  a(6:1:-1) = a(1:6)*x(1)
  b = spread(a(1:3),1,3)
  b(2:3,2:3) = b(1:2,1:2) + b(2:3,1:2)
  b(:,1) = b(1,:)
  b(k,:) = b(:,k)*b(k,k)
  a(k) = sum(a(k:))
  y(1) = sum(a)
  y(2) = sum(b)
end subroutine head
