! The variable that takes the value of a function is an argument of it, too; the value is an integer, the function has side effects on active variables.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module pools
  implicit none
  real(8) :: pool(9)
contains
  function put(v, prev) result(id)
    real(8), intent(in) :: v
    integer, intent(in) :: prev
    integer :: id
    id = 1
    do while (id < 9 .and. pool(id) /= 0)
      id = id + 1
    end do
    pool(id) = v*prev
  end function
end module
subroutine head(x, y)
  use pools
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  integer :: k, ids(2)
  pool = 0
  k = 5
  k = put(x(1), k)
  k = put(x(2)**2, k)
  ids = 2
  ids(1) = put(x(1)*x(2), ids(2))
  ids(ids(2)) = put(x(2), ids(2) + k)
  y = pool(1)*pool(2) + pool(3)*sin(pool(4))
end subroutine
