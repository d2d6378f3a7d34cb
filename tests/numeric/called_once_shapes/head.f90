! Functions with effects of all forms, with arrays of many shapes, are called once: their number of calls is part of the model.
! module m
! head: head(y)/(x)
! arg x real8(3) 0.9 1.2 0.7
! arg y real8
module m
  implicit none
  integer :: calls = 0
  type list
    integer :: n(2) = [3, 2]
  end type
  interface operator(.plus.)
    module procedure plus
  end interface operator(.plus.)
  type thing
    real(8) :: w = 2
  contains
    procedure :: vals
  end type
contains
  function plus(a, b) result(r)
    real(8), intent(in) :: a(:), b(:)
    real(8), allocatable :: r(:)
    calls = calls + 1
    r = a + b*calls
  end function
  function vals(this, x) result(r)
    class(thing), intent(in) :: this
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:)
    calls = calls + 1
    r = this%w*x*calls
  end function
  function el(l, x) result(r)
    type(list), intent(in) :: l
    real(8), intent(in) :: x
    real(8) :: r(l%n(1))
    calls = calls + 1
    r = x*calls
  end function
  function s(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    calls = calls + 1
    r = x*calls
  end function
  function mat(x) result(r)
    real(8), intent(in) :: x(:)
    real(8), allocatable :: r(:,:)
    calls = calls + 1
    allocate(r(0:size(x)-1, 2))
    r(:,1) = x*calls
    r(:,2) = x**2
  end function
  subroutine sub(v, y)
    real(8), intent(in) :: v(:)
    real(8), intent(inout) :: y
    y = y + sum(v**2)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:), c(:,:)
    type(list) :: l
    type(thing) :: t
    class(thing), allocatable :: o
    real(8) :: w(2)
    integer :: i
    calls = 0
    y = 0
    a = x .plus. (x .plus. x)
    y = y + sum(a*x)
    allocate(o)
    b = o%vals(x)
    y = y + sum(b*x)
    y = y + sum(t%vals(x)*x)
    call sub(t%vals(x), y)
    call sub([mat(x)], y)
    call head3(x, y)
    call head4(x, y)
  end subroutine
  subroutine head3(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: b(:)
    type(list) :: l
    b = el(l, x(2))
    y = y + sum(b*x)
  end subroutine
  subroutine head4(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(inout) :: y
    real(8), allocatable :: b(:)
    integer :: i
    allocate(b, source=[(s(x(i)), i=1, 3)])
    y = y + sum(b*x)
    b = [(s(x(i)), i=1,2)]
    y = y + sum(b*x(1:2))
  end subroutine
end module
