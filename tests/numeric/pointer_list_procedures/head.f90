! A linked list in procedures that add to it, change it, and take from it.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  type node
    real(8) :: v
    integer :: k = 0
    type(node), pointer :: next
  end type
  type list
    type(node), pointer :: first => null()
    integer :: n = 0
  end type
contains
  subroutine add(l, v)
    type(list), intent(inout) :: l
    real(8), intent(in) :: v
    type(node), pointer :: new
    allocate(new)
    new%v = v*v
    new%next => l%first
    l%first => new
    l%n = l%n + 1
    new%k = l%n
  end subroutine
  subroutine scale(l, c)
    type(list), intent(inout) :: l
    real(8), intent(in) :: c
    type(node), pointer :: p
    p => l%first
    do while (associated(p))
      p%v = p%v*c*p%v + p%k
      p => p%next
    end do
  end subroutine
  subroutine drop(l)
    type(list), intent(inout) :: l
    type(node), pointer :: p
    p => l%first
    if (associated(p)) then
      l%first => p%next
      deallocate(p)
      l%n = l%n - 1
    end if
  end subroutine
  real(8) function total(l)
    type(list), intent(in) :: l
    type(node), pointer :: p
    p => l%first
    total = 0
    do while (associated(p))
      total = total + p%v**2
      p => p%next
    end do
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    type(list) :: l
    integer :: i
    y = 0
    do i = 1, 4
      call add(l, x(i))
      if (i == 3) call drop(l)
      call scale(l, x(1))
      y = y + total(l)
    end do
    do while (associated(l%first))
      call drop(l)
    end do
  end subroutine
end module
