! An array that a forward sweep keeps for its reverse sweep, and that has no derivative there: in many directions, the
! zeros on the tape are as many as the derivatives that they stand for.
! head: f(y)/(x)
! arg x real8 0.7
! arg y real8
subroutine weigh(a, m)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: a
  real(8) :: w(m)
  integer :: k
  do k = 1, m
    w(k) = 0.4d0*k/m
  end do
  do k = 2, m
    w(k) = 0.6d0*w(k) + 0.2d0*w(k - 1)*atan2(w(k), 0.7d0)
  end do
  do k = 1, m
    a = a*w(k) + sin(a)*w(m)
  end do
end subroutine
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: s
  integer :: i
  s = x
  y = 0
  do i = 1, 3
    !$AD NOCHECKPOINT
    call weigh(s, 3)
    y = y + s*s
  end do
end subroutine
