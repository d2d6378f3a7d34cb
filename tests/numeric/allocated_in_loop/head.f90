! Arrays that loops allocate with values: what holds such a value serves one iteration.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8), allocatable :: q(:)
  integer :: i
  y = 0
  do i = 1, 3
    if (allocated(q)) deallocate(q)
    allocate(q, source=x(i)*x(1:i))
    y(1) = y(1) + sum(q*q)
  end do
  do i = 1, 3
    block
      real(8), allocatable :: r(:)
      allocate(r, source=x(:i)*q(:i))
      y(2) = y(2) + r(i)**2
    end block
  end do
  i = 1
10 deallocate(q)
  allocate(q(i), source=x(1:i)*y(1))
  y(3) = y(3) + sum(q)
  i = i + 1
  if (i <= 3) goto 10
end subroutine head
