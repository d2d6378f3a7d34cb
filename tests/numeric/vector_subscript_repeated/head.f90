! An element that a vector subscript chooses twice.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: a(4)
  integer :: ix(4)
  ix = (/1,1,2,2/)
  a = x(ix)*(/1,2,3,4/)
  y(1) = a(1)*a(2)
  y(2) = a(3)*a(4)
end subroutine head
