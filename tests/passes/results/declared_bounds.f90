! Unchanged: the result has bounds on entry to the function, and so has its derivative.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = sum(powers(x, n))
contains
  function powers(a, k) result(p)
    real(8), intent(in) :: a
    integer, intent(in) :: k
    real(8) :: p(k)
    integer :: i
    p = [(a**i, i=1, k)]
  end function
end subroutine
