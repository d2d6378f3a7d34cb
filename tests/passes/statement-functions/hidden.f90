! Unchanged: in the internal procedure, the name of a statement function is that of an array.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: w, a
  w(a) = 3*a
  call own(x, y)
contains
  subroutine own(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: w(2)
    w = x
    y = w(2)**2
  end subroutine
end subroutine
