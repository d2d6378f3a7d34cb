! Unchanged: a function that changes only its own variables returns the same value in each call, also in the adjoint.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*power(x)
contains
  function power(a) result(r)
    real(8), intent(in) :: a
    real(8) :: r
    integer :: k
    r = 1
    do k = 1, 3
      r = r*a
    end do
  end function
end subroutine
