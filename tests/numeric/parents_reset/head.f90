! A procedure for the declared type sets all components that it knows of an object; the object has more.
! head: head(y)/(x)
! module m
! arg x real8
! arg y real8
module m
  implicit none
  type figure
    real(8) :: w
  end type
  type, extends(figure) :: disc
    real(8) :: r(3)
  end type
contains
  subroutine reset(s)
    type(figure), intent(inout) :: s
    s%w = 0.4d0
  end subroutine
  subroutine vis(s, y)
    class(figure), intent(inout) :: s
    real(8), intent(inout) :: y
    y = y*s%w
    call reset(s)
    y = y + s%w
    select type (s)
    type is (disc)
      y = y + sum(s%r**2)
    end select
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(figure), allocatable :: a
    type(disc) :: b
    b%w = x; b%r = x
    allocate (a, source=b)
    y = x
    call vis(a, y)
  end subroutine
end module
