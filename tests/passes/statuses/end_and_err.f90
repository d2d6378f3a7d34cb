! Branches at the end of a file and at errors become tests of a status.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  a = 1
  read (7, *, end=10, err=20) a
10 y = a*x
  return
20 y = x**2
end subroutine
