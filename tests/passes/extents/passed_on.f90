! An array that is passed to a dummy array of more elements has assumed size, too.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer :: n
  real(8) :: x(n, 1), y
  call total(n, x, y)
end subroutine
subroutine total(n, v, y)
  integer :: n, i
  real(8) :: v(2*n), y
  y = 0
  do i = 1, 2*n
    y = y + v(i)**2
  end do
end subroutine
