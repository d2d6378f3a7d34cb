! What SELECT TYPE and ASSOCIATE name stays the same object while the pointer on the way to it moves: in the body, by an argument, a binding, a module variable, a dummy pointer, the host's.
! head: head(y)/(x)
! module walks
! arg x real8(2)
! arg y real8(2)
module walks
  implicit none
  type :: item
    real(8) :: v(2) = 0
    class(item), pointer :: next => null()
  end type
  type, extends(item) :: weighted
    real(8) :: w = 0
  end type
  type :: list
    class(item), pointer :: first => null()
  contains
    procedure :: advance
  end type
  class(item), pointer :: current => null()
contains
  subroutine advance(l)
    class(list), intent(inout) :: l
    l%first => l%first%next
  end subroutine
  subroutine proceed()
    current => current%next
  end subroutine
  subroutine visit(l, y)
    type(list), intent(inout) :: l
    real(8), intent(inout) :: y(2)
    select type (o => l%first)
    type is (weighted)
      y(1) = y(1) + o%v(1)**2
      call l%advance()
      y(2) = y(2)*o%v(2)**3*o%w
      o%v = o%v*sin(y(1))
    class default
      y(2) = o%v(1)*y(2)
      o%v(1) = sin(o%v(1))*y(2)
      call l%advance()
    end select
  end subroutine
  subroutine pass(p, y)
    class(item), pointer, intent(inout) :: p
    real(8), intent(inout) :: y(2)
    associate (v => p%v)
      y(1) = cos(y(1))*v(1)**2
      call proceed()
      y(2) = y(2) + v(2)**3*p%v(1)
      v = v*cos(y(1))
    end associate
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    type(weighted), target :: a
    type(item), target :: b
    type(list) :: l
    real(8), pointer :: r(:)
    integer :: i
    a%v = x(1)
    a%w = x(1)*x(2)
    b%v = x
    a%next => b
    b%next => a
    y = x
    l%first => a
    do i = 1, 3
      call visit(l, y)
    end do
    current => a
    call pass(current, y)
    nullify(current)
    r => a%v
    associate (c => r(2), d => r, e => l%first%v(1))
      y(1) = y(1)*c
      r => b%v
      y(1) = y(1)*c + e*sum(d*r)
      call turn()
      c = c*sin(y(1))*r(1)
      e = e + c
    end associate
    y(1) = y(1) + sin(l%first%v(1)*a%v(2))
  contains
    subroutine turn()
      r => a%v
      call l%advance()
    end subroutine
  end subroutine
end module
