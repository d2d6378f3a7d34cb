! Assignments give passive arrays other shapes.
! head: head(y)/(x)
! arg x real8(8)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(8)
  real(8), intent(out) :: y
  integer, allocatable :: w(:), v(:)
  type box
    integer, allocatable :: c(:)
  end type
  type(box) :: b, d
  integer :: k
  y = 1
  w = [1]
  do k = 1, 3
    w = [w, k]
    y = y*x(size(w)) + sum(x(:size(w))**2)
  end do
  d%c = w
  b = d
  y = y*x(size(b%c))*size(b%c)
  d%c = [1]
  b = d
  call move_alloc(w, v)
  y = y*x(size(v))
  if (.not. allocated(w)) y = y*x(7)**2
  w = [1, 2]
  y = y + size(w)*x(1)**2
end subroutine
