! The value of a function goes where it is assigned to, and a value that is passed to a variable of its own.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(9)
  real(8), intent(inout) :: y
  integer :: i
  do i = 1, 9
    y = y*limited(2*x(i))
  end do
contains
  real(8) function limited(a)
    real(8), intent(in) :: a
    if (a > 1) then
      limited = 1
    else
      limited = a**2
    end if
  end function
end subroutine
