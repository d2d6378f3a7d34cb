! Constructors with implied DO.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8(5)
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(5)
  real(8) :: a(8), m(3,3)
  integer :: i, j
  a = [(x(i)**2, sin(x(i))*i, i=1,n)]
  y(1) = sum([(a(i)*a(9-i), i=1,8)])
  m = reshape([((x(i)*x(j)+exp(x(j)), i=1,3), j=1,3)], [3,3])
  y(2) = sum(m**2)
  y(3) = dot_product([(x(i), i=n,1,-1)], [(x(i)*x(i), i=1,n)])
  y(4) = maxval([(cos(x(i)*i), i=1,n)]) + sum([x(1), 2*x(2:3), [x(4)]])
  y(5:5) = [(product(x(1:i)), i=n,n)]
end subroutine head
