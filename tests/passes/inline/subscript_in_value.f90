! An element that is only read becomes a variable if the procedure changes its subscript.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(9)
  real(8), intent(inout) :: y
  integer :: k
  k = 1
  do while (k < 9)
    call add(x(k), k, y)
  end do
end subroutine
subroutine add(a, k, y)
  real(8), intent(in) :: a
  integer, intent(inout) :: k
  real(8), intent(inout) :: y
  k = k + 1
  y = y*a
end subroutine
