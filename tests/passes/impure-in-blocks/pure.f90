! Unchanged: a function without effects may stay in the bounds, which are evaluated once, too.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  block
    real(8) :: w(after(n) + 1)
    w = x
    y = sum(w**2)
  end block
contains
  pure integer function after(k)
    integer, intent(in) :: k
    after = k + 1
  end function
end subroutine
