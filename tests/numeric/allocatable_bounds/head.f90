! Assignments that change the bounds of allocatable arrays, tests of their size.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:), b(:), c(:,:)
  integer :: n, i
  n = 3
  allocate(a(0:n-1))
  a = x
  a(0) = a(0)*a(2)
  y(1) = a(0) + a(1)
  b = a
  b(0) = b(0)*x(2)
  b = b(1:2)*b(0)
  y(2) = b(1)*b(2)
  do i = 1, 3
    c = spread(x(1:i), 1, 2)*y(1)
    if (size(c,2) > 1) then
      c = c(:,1:i-1)
      y(2) = y(2) + sum(c*c)
    end if
  end do
end subroutine head
