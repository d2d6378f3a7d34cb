! EQUIVALENCE in a module without procedures, of variables that the head itself names only.
! head: cost(y)/(x)
! arg n integer 6
! arg x real8(6)
! arg y real8
module mm
  implicit none
  real(8) :: fld(6), hi(3)
  equivalence (fld(4), hi(1))
end module
subroutine cost(n, x, y)
  use mm
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  fld = x
  y = sum(hi**2)
end subroutine
