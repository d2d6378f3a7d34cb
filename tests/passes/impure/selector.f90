! The selector of an ASSOCIATE is evaluated once, and its function is called before.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(inout) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  associate (factor => 2*next(n))
    y = factor*x*factor
  end associate
contains
  integer function next(k)
    integer, intent(inout) :: k
    k = k + 1
    next = k
  end function
end subroutine
