! FORALL inside FORALL, index arrays, masks that read what is assigned.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(0:4), b(3,3)
  integer :: ix(3)
  integer :: i, j
  i = 77
  a = 1
  a(1:3) = x
  ix = (/3,1,2/)
  forall (i=0:3, a(i) > 0.4d0) a(i) = a(i+1)*a(i)
  forall (i=1:3) b(:,i) = x*a(i)
  forall (i=1:3, j=1:3:2, i<=j)
    b(i,j) = b(j,i)*x(1)
    a(i) = b(i,j)
  end forall
  forall (i=1:3) a(ix(i)) = a(i)**2
  forall (i=1:3)
    forall (j=1:i) b(i,j) = b(j,i) + i
  end forall
  y(1) = sum(a) + sum(b*b)
  y(2) = i*x(1)
end subroutine head
