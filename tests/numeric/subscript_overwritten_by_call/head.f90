! A call overwrites the element that the subscript of its argument was computed from.
! head: head(y)/(x)
! arg x real8 1.5
! arg y real8(3)
subroutine scale(a, x)
  implicit none
  real(8), intent(inout) :: a
  real(8), intent(in) :: x
  a = 0.4d0*a + 0.2d0*x
end subroutine scale

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y(3)
  real(8) :: w(3)
  integer :: k
  w = 0.7d0*x
  do k = 1, 2
    call scale(w(int(3*w(3))), x)
  end do
  y = w*x
end subroutine head
