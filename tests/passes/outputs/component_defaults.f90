! Components of an `intent(out)` argument get the default values of their type.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type state
    real(8) :: a = 2, b
    integer :: n = 0
  end type
  type(state) :: s
  s%a = x
  call start(s)
  y = s%a*s%b
contains
  subroutine start(s)
    type(state), intent(out) :: s
    s%b = x**2
  end subroutine
end subroutine
