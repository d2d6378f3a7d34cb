! Arrays of derived types with allocatable components: allocated with SOURCE=, moved, given back, assigned.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(2)
module m
  implicit none
  type field
    real(8), allocatable :: v(:)
    real(8) :: scale = 1
    integer :: level = 0
  end type
contains
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(2)
    type(field) :: s(3)
    type(field), allocatable :: a(:), b(:)
    integer :: i
    do i = 1, 3
      s(i)%v = x(:i)*i
    end do
    allocate (a(2), source=s(2:3))
    a(1)%v = a(1)%v*a(2)%v(1)
    call move_alloc(a, b)
    b(2)%scale = b(1)%v(2)
    y(1) = sum(b(1)%v) + b(2)%scale
    a = b(2:2)
    deallocate (b)
    y(2) = sum(a(1)%v)*x(1)*a(1)%scale
    deallocate (a)
  end subroutine
end module
