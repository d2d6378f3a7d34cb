! A linked list: built, traversed and taken down.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  type node
    real(8) :: v = 0
    type(node), pointer :: next => null()
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(node), pointer :: first, p
    integer :: i
    nullify(first)
    do i = 1, 4
      allocate(p)
      p%v = x(i)*x(1)
      p%next => first
      first => p
    end do
    y = 1
    p => first
    do while (associated(p))
      y = y*p%v + p%v**2
      p => p%next
    end do
    do while (associated(first))
      p => first%next
      deallocate(first)
      first => p
    end do
  end subroutine
end module
