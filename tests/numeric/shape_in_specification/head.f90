! Automatic arrays of what is called take their bounds from what is allocated again.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8
module m
  implicit none
  integer, allocatable :: w(:)
contains
  subroutine make(n)
    integer, intent(in) :: n
    if (allocated(w)) deallocate (w)
    allocate (w(n))
    w = n
  end subroutine
  subroutine work(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y
    real(8) :: t(size(w))
    t = x(:size(t))**2
    y = y*sum(t)
  end subroutine
  subroutine shaped(a, x, y)
    integer, intent(in) :: a(:)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y
    real(8) :: t(size(a))
    t = x(:size(a))**3
    y = y*sum(t) + size(a)*x(1)**2
  end subroutine
  subroutine perhaps(a, x, y)
    integer, intent(in), optional :: a(:)
    real(8), intent(in) :: x(6)
    real(8), intent(inout) :: y
    if (present(a)) then
      y = y*x(size(a))**2
    else
      y = y*x(6)**3
    end if
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y
    y = 1
    call make(2)
    call work(x, y)
    call shaped(w, x, y)
    call perhaps(w, x, y)
    call make(4)
    call work(x, y)
    call shaped(w, x, y)
    call perhaps(w, x, y)
    deallocate (w)
    call perhaps(w, x, y)
    call make(1)
  end subroutine
end module
