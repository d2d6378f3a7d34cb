! Variables with names of intrinsic procedures that generated code calls.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer :: size, lbound, ubound, sum, i
  real(8) :: abs, max, a(4)
  real(8), allocatable :: w(:)
  logical :: allocated
  size = 4
  lbound = 1
  ubound = 3
  sum = 0
  allocated = .true.
  abs = x(1)
  max = 0
  allocate(w(0:size-1))
  w = x*abs
  a = w
  do i = lbound, ubound
    sum = sum + i
    w = w*a(i)
    a(i) = a(i)*w(i) + abs*x(i)
    max = max + a(i)
  end do
  y = max*sum
  do i = 1, 2
    w = w*x
    y = y + w(i)**2
    y = y*w(1)
  end do
  deallocate(w)
end subroutine
