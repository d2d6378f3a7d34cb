! Functions whose values are allocated by themselves or by assignment.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
contains
  function squares(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    allocate(r(size(x)))
    r = x*x
  end function
  function twice(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    r = [x, x*x(1)]
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    real(8), allocatable :: a(:)
    integer :: i
    y = 0
    do i = 1, 3
      a = x(1:i)*x(i)
      y(1) = y(1) + sum(a*a)
      a = squares(a)
      y(2) = y(2) + sum(twice(a))*a(1)
    end do
  end subroutine
end module
