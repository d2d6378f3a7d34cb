! An optional argument with VALUE is copied if it is present, and PRESENT still inquires about the argument.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call power(y, x)
contains
  subroutine power(b, a)
    real(8), intent(out) :: b
    real(8), value, optional :: a
    b = 1
    if (present(a)) then
      a = a + 1
      b = a*a
    end if
  end subroutine
end subroutine
