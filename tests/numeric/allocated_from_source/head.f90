! ALLOCATE with SOURCE= and MOLD=, and MOVE_ALLOC.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8), allocatable :: a(:), b(:), c(:), d(:)
  allocate(a(0:2))
  a = x*x
  allocate(b, source=a)
  b = b*a
  allocate(c(3), source=x(1))
  c = c*b
  allocate(d, mold=a)
  d = c
  d(2) = d(1)*d(0)
  y(1) = sum(d*c)
  call move_alloc(d, a)
  a = a*a
  y(2) = sum(a)*x(1)
end subroutine
