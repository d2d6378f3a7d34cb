! Functions that return pointers to elements of a list: new ones, the next one, recursively; in ELSE IF.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8(2)
module m
  implicit none
  type node
    real(8) :: v = 0
    type(node), pointer :: next => null()
  end type
contains
  function new_node(v, next) result(n)
    real(8), intent(in) :: v
    type(node), pointer :: next
    type(node), pointer :: n
    allocate(n)
    n%v = v*v
    n%next => next
  end function
  function following(n)
    type(node), pointer :: n
    type(node), pointer :: following
    following => n%next
  end function
  recursive function nth(n, k) result(p)
    type(node), pointer :: n
    integer, intent(in) :: k
    type(node), pointer :: p
    if (k == 1) then
      p => n
    else
      p => nth(n%next, k - 1)
    end if
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(2)
    type(node), pointer :: first, p
    integer :: i
    first => null()
    do i = 1, 4
      first => new_node(x(i), first)
    end do
    p => first
    y = 0
    do while (associated(following(p)))
      y(1) = y(1) + p%v*x(1)
      p => following(p)
    end do
    p => nth(first, 2)
    if (y(1) < -1000) then
      y(2) = 0
    else if (associated(nth(first, 3))) then
      y(2) = p%v*x(3)
    end if
    do while (associated(first))
      p => first%next
      deallocate(first)
      first => p
    end do
  end subroutine
end module
