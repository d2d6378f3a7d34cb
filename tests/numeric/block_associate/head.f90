! BLOCK and ASSOCIATE.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  integer :: i
  real(8) :: s
  s = 0
  do i = 1, 3
    block
      real(8) :: t
      t = x(i)**2
      s = s + t*s + x(1)
    end block
  end do
  y(1) = s
  associate (p => x(1), q => x(2)*2)
    y(2) = p*q
  end associate
end subroutine head
