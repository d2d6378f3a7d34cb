! Memory that a callee gives and takes; what is taken is not needed any more.
! module m
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg y real8
module m
  implicit none
  real(8), allocatable :: w(:), v(:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    if (.not. allocated(w)) allocate (w(n))
    allocate (v(n))
  end subroutine
  subroutine cleanup()
    deallocate (v)
  end subroutine
  subroutine fill(n, a)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = i
    end do
  end subroutine
  subroutine part(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    call setup(n)
    w = 2.0d0
    y = y*sum(w*x**2) + size(v)
    call fill(n, w)
    y = y*sum(w(:n)*x)
    call cleanup()
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = 1
    call part(n, x, y)
    y = y*y
    call part(n, x, y)
  end subroutine
end module m
