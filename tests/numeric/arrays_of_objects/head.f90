! Arrays of objects whose type is not known: SELECT TYPE of the whole array, of elements and sections.
! head: head(y)/(x)
! module shapes
! arg kind integer 2
! arg x real8(3)
! arg y real8(2)
module shapes
  implicit none
  type :: shape
    real(8) :: a = 1
  end type
  type, extends(shape) :: disc
    real(8) :: r = 0.5d0
    real(8) :: w(2) = 0.3d0
  end type
contains
  subroutine grow(s, x, y)
    class(shape), intent(inout) :: s(:)
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    integer :: i
    select type (s)
    type is (shape)
      s%a = s%a*x
      y = y*sum(s%a)*0.2d0
    class is (disc)
      do i = 1, size(s)
        s(i)%r = s(i)%r*x*s(i)%a
        y = y + s(i)%r**2
      end do
      s(2:)%a = s(2:)%a*s(2:)%r
      s(1)%w = s(1)%w*sin(y)
      y = y + sum(s(1)%w)
    end select
    i = 2
    select type (o => s(i))
    type is (disc)
      i = 1
      o%w(i) = o%w(2)*x + y
      call turn(o, x)
      y = y + o%w(1)
    end select
    s(:)%a = s(:)%a*cos(y)
  end subroutine
  subroutine turn(o, x)
    class(disc), intent(inout) :: o
    real(8), intent(in) :: x
    o%r = o%r*sin(x)
    o%w = o%w*o%r
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    class(shape), allocatable :: s(:)
    type(disc) :: d(2)
    integer :: k
    y = 1
    do k = 1, kind
      if (k == 2) then
        allocate (disc :: s(3))
      else
        allocate (s(2))
      end if
      s(1)%a = x(1)
      s(2)%a = x(2)*x(3)
      call grow(s, x(k), y(1))
      call grow(s(1:2), x(k), y(1))
      y(2) = y(2) + sum(s%a**2)
      deallocate (s)
    end do
    d%a = x(1:2)
    call grow(d, x(3), y(2))
    y(1) = y(1)*d(1)%r*d(2)%w(1)
  end subroutine
end module
