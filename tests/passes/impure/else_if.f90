! A function in an ELSE IF is called only if no earlier branch is taken.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(inout) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  if (x < 0) then
    y = 0
  else if (next(n) > 3) then
    y = x**2
  end if
contains
  integer function next(k)
    integer, intent(inout) :: k
    k = k + 1
    next = k
  end function
end subroutine
