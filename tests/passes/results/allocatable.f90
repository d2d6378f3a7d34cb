! A function works on a local variable, which is assigned to the result at the end.
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
    real(8), allocatable :: p(:)
    integer :: i
    allocate (p(k))
    p = [(a**i, i=1, k)]
  end function
end subroutine
