! Objects of unknown type, which are one piece, that take variables and values of functions with passive parts.
! head: head(y)/(x)
! module figures
! arg x real8
! arg y real8
module figures
  implicit none
  type figure
    real(8) :: w
    integer :: tag = 1
  end type
  type, extends(figure) :: disc
    real(8) :: r(3)
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(disc) :: a, b
    class(figure), allocatable :: c
    a%w = x
    a%r = 0.5d0
    allocate (c, source=a)
    call visit(c, y)
    select type (c)
    type is (disc)
      b = c
      y = y*b%r(2)
      c = made(y)
    end select
    call visit(c, y)
    c = a
    y = y + b%w*c%w
  end subroutine
  subroutine visit(s, y)
    class(figure), intent(inout) :: s
    real(8), intent(out) :: y
    select type (s)
    type is (disc)
      y = s%w*s%r(1)
      s%r = s%r*y
    end select
  end subroutine
  function made(w) result(d)
    real(8), intent(in) :: w
    type(disc) :: d
    d%w = sin(w)
    d%r = 0.25d0
  end function
end module
