! Loops whose index has a value that is needed before them, that change their bounds or are left early, and that the forward sweep need not run.
! head: head(y)/(x)
! arg k integer 2
! arg x real8(3) 0.7 1.2 0.4
! arg y real8
subroutine head(k, x, y)
  implicit none
  integer, intent(in) :: k
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  real(8) :: a(3), q
  integer :: i, j, l
  a = x
  j = 3
  i = 2
  l = 3
  q = a(i)*a(l)
  a(1) = q
  do i = 1, j
    a(k) = 0.4d0*a(k) + 0.2d0*a(3)
    j = j - 1
  end do
  do l = 1, 3
    a(1) = 0.3d0*a(1) + a(3)
    if (l == k) exit
  end do
  y = a(1) + 0.5d0*a(2)
end subroutine head
