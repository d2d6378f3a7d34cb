! Statements that write memory which pointers read: no derivative may read it after its statement has moved.
!
! head: head(y)/(x)
! arg x real8(3) 0.7 1.1 0.4
! arg y real8(4)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8), target :: shared, line(4)
  real(8), pointer :: p, q, whole(:)
  real(8) :: z
  integer :: i

  p => shared
  shared = 2*x(1)
  do i = 1, 2
    z = p*x(2)
    shared = z + x(1)
    if (shared > 1d9) return
  end do
  y(1) = shared*x(3)

  q => shared
  y(2) = x(1)*q
  p = 3*x(2)
  y(2) = y(2) + x(1)*x(1)*q
  p = 4

  line = [x(1), x(2), x(3), x(1)*x(2)]
  whole => line
  line = whole(4:1:-1)*x(2)
  y(3) = line(1) + 2*line(4)
  z = whole(2)*x(1)
  line(2) = x(3)**2
  y(4) = z + whole(2)*x(2)
end subroutine head
