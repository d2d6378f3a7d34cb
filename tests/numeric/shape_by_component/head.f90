! Components of records, passed and global, get other shapes below.
! head: head(y)/(x)
! module m
! arg x real8(7)
! arg y real8
module m
  implicit none
  type grid
    integer :: n
    real(8), allocatable :: w(:, :)
  end type
  type(grid) :: g
contains
  subroutine resize(a, n)
    type(grid), intent(inout) :: a
    integer, intent(in) :: n
    if (allocated(a%w)) deallocate (a%w)
    a%n = n
    allocate (a%w(n, 2:n))
    a%w = 1
  end subroutine
  subroutine inner(a, x, y)
    type(grid), intent(inout) :: a
    real(8), intent(in) :: x(7)
    real(8), intent(inout) :: y
    call resize(a, 3)
    y = y*x(size(a%w, 1)) + lbound(a%w, 2)*x(2)**2
    call resize(a, 5)
    y = y*x(ubound(a%w, 2)) + size(a%w)*x(2)**2
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(7)
    real(8), intent(out) :: y
    type(grid) :: l
    integer :: k
    y = 1
    call resize(l, 4)
    do k = 1, 2
      call resize(g, k)
      y = y*x(size(l%w, 1)) + size(g%w, 1)*x(k)**2
      call inner(l, x, y)
      y = y*x(size(l%w, 1)) + size(g%w, 1)*x(k)**2
      call resize(l, k)
      y = y*x(size(l%w, 1)) + size(g%w, 1)*x(k)**2
    end do
    call inner(g, x, y)
    y = y*x(size(g%w, 1))
    call resize(g, 1)
  end subroutine
end module
