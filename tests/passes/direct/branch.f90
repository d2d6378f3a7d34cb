! A scalar that is set in a branch: its columns and factors are variables.
! head: f(y)/(x)
! mode: sparse
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      t = sin(x(i))
    else
      t = x(1)
    end if
    y(i) = t*x(i)
  end do
end subroutine
