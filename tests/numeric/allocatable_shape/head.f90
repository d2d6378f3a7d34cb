! An allocated array that an assignment makes smaller.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:)
  allocate(a(3))
  a = x*x
  y(1) = sum(a*a)
  a = x(1:2)*y(1)
  y(2) = a(1)*a(2) + size(a)*x(3)
end subroutine head
