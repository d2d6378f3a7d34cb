! FORALL: masks, several statements, elements read that others assign.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(5), b(3,3)
  integer :: i,j
  a = 0
  forall (i=1:3) a(i) = x(i)**2
  forall (i=2:5) a(i) = a(i-1) + x(1)
  forall (i=1:3, j=1:3, i /= j) b(i,j) = x(i)*x(j)
  forall (i=1:3)
    b(i,i) = x(i)
    a(i) = b(i,i)*2
  end forall
  y(1) = sum(a)
  y(2) = sum(b*b)
end subroutine head
