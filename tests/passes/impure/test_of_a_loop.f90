! A function in the test of a DO WHILE is called at the beginning of each iteration.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  do while (step(y) < 100)
    y = y*x
  end do
contains
  function step(a) result(r)
    real(8), intent(inout) :: a
    real(8) :: r
    a = a + 1
    r = a
  end function
end subroutine
