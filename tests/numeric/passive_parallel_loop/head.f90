! Loops that are said to have independent iterations and carry no derivative.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: k(3), i, n
  k = [1, 2, 3]
  n = 0
  !$adc ii-loop
  do i = 1, 3
    if (k(i) < 0) stop 'negative'
  end do
  do i = 1, 3
    y = x(k(i))**2
    if (k(i) > 1) then
      !$adc ii-loop
      do n = 1, 2
        if (k(n) < 0) stop 'negative, too'
      end do
    end if
    y = y*y*x(1)
  end do
  k = -1
  y = y*x(-k(1))
end subroutine head
