! What is allocated here is given back by the reverse sweep, though calls without derivatives have moved or deallocated it since.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
  implicit none
  integer, target :: few(6) = [1, 2, 3, 4, 5, 6]
contains
  subroutine change(a, n)
    integer, pointer, intent(inout) :: a(:)
    integer, intent(in) :: n
    a => few(:n)
  end subroutine
  subroutine drop(a)
    integer, allocatable, intent(inout) :: a(:)
    if (allocated(a)) deallocate (a)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    integer, pointer :: w(:)
    integer, allocatable :: v(:)
    allocate (w(3), v(2))
    w = 3
    y = x(size(v))*x(size(w))
    call drop(v)
    call change(w, 5)
    y = y*x(5) + sum(w*x(:5)**2)
    call change(w, 1)
  end subroutine
end module
