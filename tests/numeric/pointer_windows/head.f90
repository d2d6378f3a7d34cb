! A pointer to another section in each iteration.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8), target :: a(8)
  real(8), pointer :: p(:)
  integer :: i
  a(1:4) = x
  a(5:8) = x*x
  y = 0
  do i = 1, 5
    p => a(i:i+3)
    p = p*p + p(1)
    y = y + sum(p)*p(2)
  end do
end subroutine
