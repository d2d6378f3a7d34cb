! A variable that is used, then the index of a loop that the forward sweep leaves out, then overwritten.
! head: head(y, z)/(x)
! arg x real8 1.5
! arg y real8(3)
! arg z real8
subroutine clear(a)
  implicit none
  real(8), intent(inout) :: a
  a = 0.4d0
end subroutine clear

subroutine head(x, y, z)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y(3), z
  integer :: k
  y = x
  k = 2
  z = x*k
  do k = 1, 2
    call clear(y(2))
  end do
  k = 5
  y(1) = x*k
end subroutine head
