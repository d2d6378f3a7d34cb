! A function that counts its calls is called in a separate statement, before the statement that contains it.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: calls
  calls = 0
  y = x*scaled(x)
contains
  function scaled(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    calls = calls + 1
    r = calls*a
  end function
end subroutine
