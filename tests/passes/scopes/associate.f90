! ASSOCIATE with a name for an element disappears.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  associate (a => x(2), b => 2*x(1))
    y = a*b
  end associate
end subroutine
