! Implied DO of changing length.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(6), s
  integer :: i, j, n
  n = 2
  s = 0
  do n = 1, 3
    s = s + sum((/ (x(i)*x(n), i=1,n) /)**2)
  end do
  a = [((x(i)*j, i=1,2), j=1,3)]
  y(1) = s + product(a)
  a = [x(1), (x(2)**i, i=1,4), s]
  y(2) = dot_product(a, [(real(i,8), i=1,6)])
end subroutine head
