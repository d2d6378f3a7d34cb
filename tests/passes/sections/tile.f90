! The call writes the columns between two of its arguments, so its snapshot is these columns.
! head: f(u)/(u)
subroutine f(u)
  real(8), intent(inout) :: u(3, 8)
  !$adc checkpoint
  call sweep(1, 4, u)
  !$adc checkpoint
  call sweep(3, 8, u)
end subroutine
subroutine sweep(jlo, jhi, u)
  integer, intent(in) :: jlo, jhi
  real(8), intent(inout) :: u(3, 8)
  integer :: i, j
  do j = jlo, jhi
    do i = 2, 3
      u(i, j) = u(i, j)*u(i - 1, j)
    end do
  end do
end subroutine
