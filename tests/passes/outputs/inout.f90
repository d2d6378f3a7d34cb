! Unchanged: an `intent(inout)` argument keeps its memory and its values.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  type state
    real(8) :: a = 2
    real(8), allocatable :: w(:)
  end type
  type(state) :: s
  s%a = x
  call go_on(s)
  y = y*s%a
contains
  subroutine go_on(s)
    type(state), intent(inout) :: s
    s%a = s%a**2
  end subroutine
end subroutine
