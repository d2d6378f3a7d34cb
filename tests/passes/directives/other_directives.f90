! Unchanged: these directives control the treatment of a loop, not threads.
! head: f(y)/(x)
subroutine f(n, ix, x, y)
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  !$adc ii-loop
  do i = 1, n
    y(ix(i)) = x(i)**2
  end do
  !dir$ novector
  do i = 1, n
    y(i) = 2*y(i)
  end do
end subroutine
