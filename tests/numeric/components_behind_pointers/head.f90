! Pointer variables of derived type, pointers to components, and passive components that are pointers or allocatable.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(4)
module m
  implicit none
  type cell
    real(8) :: t, area
    real(8) :: w(2)
  end type
  type field
    real(8) :: value
    integer, allocatable :: map(:)
    real(8), pointer :: table(:)
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(4)
    type(cell), target :: a, b
    type(cell), pointer :: p, q
    real(8), pointer :: r, s(:)
    type(field) :: f
    real(8), target :: constants(2)
    integer :: i
    a%t = x(1)
    a%area = 2
    a%w = x(2)
    b%t = 3
    b%area = 4
    b%w = 1
    p => a
    q => b
    ! through the pointer and by the name
    p%t = p%t*q%area
    a%t = a%t*p%area
    y(1) = p%t*a%w(1)
    r => a%area
    r = r*x(3)
    y(2) = p%area*a%area*q%t
    s => a%w
    do i = 1, 2
      s(i) = s(i)*x(i)*r
    end do
    b = a
    b%t = b%t*q%w(2)
    y(3) = q%t + p%w(1)
    constants = (/2.0d0, 3.0d0/)
    call setup(f)
    f%table => constants
    f%value = x(1)
    do i = 1, 2
      f%value = f%value*x(f%map(i))*f%table(i)
    end do
    y(4) = f%value
  end subroutine

  subroutine setup(f)
    type(field), intent(inout) :: f
    allocate (f%map(2))
    f%map = (/2, 1/)
  end subroutine
end module
