! Dummy arguments that procedures allocate and give another size.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  implicit none
contains
  subroutine make(x, a)
    real(8), intent(in) :: x(:)
    real(8), allocatable, intent(out) :: a(:)
    allocate(a(size(x)))
    a = x*x
  end subroutine
  subroutine grow(a)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), allocatable :: b(:)
    integer :: n
    n = size(a)
    allocate(b(n))
    b = a
    deallocate(a)
    allocate(a(2*n))
    a(1:n) = b
    a(n+1:) = b*b
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:)
    call make(x, a)
    call grow(a)
    call grow(a)
    y = sum(a*a)
  end subroutine
end module
