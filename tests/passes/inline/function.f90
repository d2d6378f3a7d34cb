! The assigned variable takes the function value directly; an expression as argument has a variable.
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
