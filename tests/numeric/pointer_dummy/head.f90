! A pointer as an argument.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module pm
contains
subroutine sc(p, s)
  real(8), pointer :: p(:)
  real(8), intent(in) :: s
  p = p*s
  p(1) = p(2)*p(3)
end subroutine
end module

subroutine head(x, y)
  use pm
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), target :: a(3)
  real(8), pointer :: p(:)
  a = x
  p => a
  call sc(p, x(1))
  y(1) = sum(a)
  y(2) = p(2)*a(2)
end subroutine head
