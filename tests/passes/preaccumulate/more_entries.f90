! Unchanged: there are more entries than values to record.
! head: f(y)/(y, p)
subroutine f(n, p, y)
  integer, intent(in) :: n
  real(8), intent(in) :: p(6)
  real(8), intent(inout) :: y
  real(8) :: g, h
  integer :: i
  do i = 1, n
    g = p(1)*y + p(2)
    h = p(3)*g + p(4)*p(6)
    y = y + h*p(5)
  end do
end subroutine
