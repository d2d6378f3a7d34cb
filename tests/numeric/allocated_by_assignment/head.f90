! Arrays that an assignment allocates, although the unit has an ALLOCATE of the same shape; the value of a function that allocates it, in an expression.
! head: head(y)/(x)
! module allocated_by_assignment
! arg x real8(3) 0.7 1.2 0.4
! arg y real8(3)
module allocated_by_assignment
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    real(8), allocatable :: a(:), b(:)
    integer :: i
    a = [(x(i)*x(1), i = 1, 3)]
    y = a*a(2)
    deallocate(a)
    allocate(a(3))
    a = sin(y)
    do i = 1, 2
      if (.not. allocated(b)) allocate(b(3))
      b = a*x(i)
      y = y + b*b
      if (i == 1) deallocate(b)
    end do
    y(1:2) = 2*y(1:2) + y(3)*powers(y(1), 2)
  end subroutine head

  function powers(x, m) result(r)
    real(8), intent(in) :: x
    integer, intent(in) :: m
    real(8), allocatable :: r(:)
    integer :: i
    allocate(r(m))
    do i = 1, m
      r(i) = x**i
    end do
  end function powers
end module allocated_by_assignment
