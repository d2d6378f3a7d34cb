! The subscript of an operand reads an element that may be the one that is assigned to.
! head: f(y)/(x, y)
! arg n integer 4
! arg x real8(4) 0.6 0.7 0.5 1.3
! arg y real8(4) 1.1 1.2 0.9 1.0
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      y(i) = y(i)/x(min(n, max(1, int(3*y(j)))))
    end do
  end do
end subroutine f
