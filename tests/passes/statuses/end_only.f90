! A condition without a branch stops the program, as before; the user's `iostat=` is kept.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a, b
  integer :: ios
  a = 1
  b = 1
  read (7, *, end=10) a
  read (8, *, end=10, iostat=ios) b
  if (ios > 0) b = 2
10 y = a*b*x
end subroutine
