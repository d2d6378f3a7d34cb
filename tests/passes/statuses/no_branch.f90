! Unchanged: after an `iostat=` without a branch, the program continues.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  integer :: ios
  a = 1
  read (7, *, iostat=ios) a
  if (ios /= 0) a = 2
  y = a*x
end subroutine
