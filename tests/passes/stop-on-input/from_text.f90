! Unchanged: a READ from a character variable is a conversion, not input.
! head: f(y)/(x)
! stop-on-input
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  character(3) :: text
  text = '2.5'
  read (text, *) a
  y = a*x
end subroutine
