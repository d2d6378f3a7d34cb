! Values that are brought back behind the adjoint of a call that leaves their array with another shape.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
  implicit none
  integer, allocatable :: mw(:)
contains
  subroutine make(a, n)
    integer, allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    allocate (a(n))
    a = n
  end subroutine
  subroutine step(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y
    integer :: k
    y = y*x(size(mw))
    do k = 2, 4
      call make(mw, k)
      y = y*x(size(mw)) + size(mw)*x(5)**2
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    call make(mw, 1)
    y = x(3)*mw(1)
    y = y*x(2)*mw(1) + sum(mw*x(:1)**2)
    call step(x, y)
    call step(x, y)
    y = y*x(size(mw))
    call make(mw, 1)
  end subroutine
end module
