! A procedure without a derivative gives an array of a module another shape, which terms, bounds and sections ask for.
! head: head(y)/(x)
! module m
! arg x real8(6)
! arg y real8(4)
module m
  implicit none
  real(8), allocatable :: w(:)
contains
  subroutine make(a, n)
    real(8), allocatable, intent(out) :: a(:)
    integer, intent(in) :: n
    allocate (a(0:n - 1))
    a = n
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(6)
    real(8), intent(out) :: y(4)
    integer :: j
    y = 0
    call make(w, 2)
    y(1) = size(w)*x(2)**2
    y(2) = sum(x(:size(w))**2)
    call make(w, 5)
    y(1) = y(1) + size(w)*x(1)**2
    do j = 1, size(w)
      y(3) = y(3)*x(j) + x(j)**2
    end do
    y(4) = lbound(w, 1) + ubound(w, 1)*x(3)**3
    call make(w, 3)
    y(4) = y(4)*size(w)*x(5)
  end subroutine
end module
