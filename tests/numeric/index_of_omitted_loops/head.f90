! A variable that is used, then the index of two loops that the forward sweep leaves out.
! head: head(y)/(x)
! arg x real8 1.5
! arg y real8(4)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y(4)
  real(8) :: w(4)
  integer :: i
  y = x
  w = 0.5d0
  i = 3
  y(1) = 0.6d0*i + 0.2d0*i*y(1)
  do i = 2, 3
    w(i) = sin(y(1))
  end do
  do i = 2, 3
    y(i) = w(i)
  end do
end subroutine head
