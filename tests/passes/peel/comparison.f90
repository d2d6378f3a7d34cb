! The first iteration is peeled, too, for an equivalent test.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (i > 1) then
      y(i) = y(i) + 3*x(i - 1)
    end if
    y(i) = y(i) + 2*x(i)
  end do
end subroutine
