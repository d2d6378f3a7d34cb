! Left alone: the caller sees what happens to the first argument, and nothing happens to the second.
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
