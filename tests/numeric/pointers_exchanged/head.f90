! Pointers that exchange their targets in a loop.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8), target :: a(4,2)
  real(8), pointer :: p(:), q(:), t(:)
  integer :: i
  a(:,1) = x
  a(:,2) = 0
  p => a(:,1)
  q => a(:,2)
  do i = 1, 5
    q = p*p*0.5d0 + i*x(1)*p
    t => p
    p => q
    q => t
  end do
  y = sum(p)
end subroutine
