! A component is set without a derivative, by a call below a procedure for which the other component has none: for its caller it has one.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  type figure
    real(8) :: w
  contains
    procedure :: area => figure_area
    procedure :: scale => figure_scale
  end type
  type, extends(figure) :: disc
    real(8) :: r(3)
  contains
    procedure :: area => disc_area
  end type
contains
  subroutine figure_scale(s, y)
    class(figure), intent(inout) :: s
    real(8), intent(in) :: y
    s%w = 0.4d0
  end subroutine
  function figure_area(s) result(r)
    class(figure), intent(in) :: s
    real(8) :: r
    r = s%w
  end function
  function disc_area(s) result(r)
    class(disc), intent(in) :: s
    real(8) :: r
    r = s%w
  end function
  subroutine visit(s, y)
    class(figure), intent(inout) :: s
    real(8), intent(inout) :: y
    call s%scale(y)
    y = y + s%area()
  end subroutine
  subroutine reset(d)
    type(disc), intent(inout) :: d
    d%w = 2d0
  end subroutine
  subroutine use_and_reset(d, y)
    type(disc), intent(inout) :: d
    real(8), intent(inout) :: y
    y = y*d%w
    call reset(d)
    y = y + d%w
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    class(figure), allocatable :: a
    type(disc) :: b, c
    allocate (a)
    a%w = x(1)
    b%w = 0.5d0
    b%r = x
    y = x**2
    call visit(a, y(1))
    call visit(b, y(1))
    y(1) = y(1) + sum(b%r)
    c%w = x(2)
    c%r = x(3)
    call use_and_reset(c, y(2))
    y(3) = y(3)*product(c%r) + c%w
  end subroutine
end module
