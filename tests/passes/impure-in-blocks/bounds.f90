! The bounds of an array of a BLOCK call a function with effects: they are evaluated once, at the beginning of the block.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(inout) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  block
    real(8) :: w(next(n) + 1)
    w = x
    y = sum(w)
  end block
contains
  integer function next(k)
    integer, intent(inout) :: k
    k = k + 1
    next = k
  end function
end subroutine
