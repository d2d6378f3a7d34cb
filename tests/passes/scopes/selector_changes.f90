! An ASSOCIATE selects the element on entry, though its body changes the subscript.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: k
  k = 1
  associate (a => x(k))
    k = 3
    y = a*x(k)
  end associate
end subroutine
