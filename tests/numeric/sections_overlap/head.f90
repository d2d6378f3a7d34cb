! Sections that overlap with what they are made of.
! head: head(y)/(x)
! arg n integer 6
! arg x real8(6)
! arg y real8(6)
! before n 5
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: a(n), b(2,n)
  integer :: p(3), i
  a = x
  a(2:n) = a(1:n-1)*x(2:n)
  a = a(n:1:-1)*x
  a(1:n-1) = a(2:n)*a(1:n-1) + sin(a(1:n-1))
  p = (/2, 5, 3/)
  a(p) = a(p((/3,2,1/)))*x(p)
  a(2:n:2) = a(1:n-1:2)**2 - a(n:2:-2)
  b = reshape([a, a**2], [2,n])
  b(:, 2:) = b(:, :n-1)*b(:, 2:)
  b(2:1:-1, n:1:-1) = b
  do i = 1, 2
    a(i+1:n) = a(1:n-i)*b(i,1:n-i)
  end do
  y = a + b(1,:)*b(2,n:1:-1)
end subroutine head
