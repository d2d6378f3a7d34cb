! Unchanged: column 0 does not exist; the caller would name it, though the procedure returns first.
! head: f(u)/(u)
subroutine f(u)
  real(8), intent(inout) :: u(5, 3)
  integer :: j
  do j = 0, 3
    !$adc checkpoint
    call spread(j, u)
  end do
  u = u**2
end subroutine
subroutine spread(j, u)
  integer, intent(in) :: j
  real(8), intent(inout) :: u(5, 3)
  integer :: i, k
  if (j < 1) return
  do k = 1, 9
    do i = 2, 5
      u(i, j) = u(i, j)*u(i - 1, j)
    end do
  end do
end subroutine
