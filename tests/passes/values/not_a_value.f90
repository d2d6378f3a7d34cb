! Unchanged: the caller sees the change of the first argument, and the second one does not change.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(inout) :: y
  call halve(y, x)
contains
  subroutine halve(a, b)
    real(8), intent(inout) :: a
    real(8), value :: b
    a = 0.5d0*a*b
  end subroutine
end subroutine
