! Procedure pointers that functions return, by number and by name: for a local pointer, a component.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8(2)
module m
  implicit none
  abstract interface
    subroutine up(u)
      real(8), intent(inout) :: u
    end subroutine
    function fun(u) result(v)
      real(8), intent(in) :: u
      real(8) :: v
    end function
  end interface
  type :: kit
    procedure(fun), pointer, nopass :: f => null()
  end type
contains
  subroutine s1(u)
    real(8), intent(inout) :: u
    u = u**2
  end subroutine
  subroutine s2(u)
    real(8), intent(inout) :: u
    u = sin(u)
  end subroutine
  function f1(u) result(v)
    real(8), intent(in) :: u
    real(8) :: v
    v = u**3
  end function
  function f2(u) result(v)
    real(8), intent(in) :: u
    real(8) :: v
    v = cos(u)
  end function
  function get(k) result(f)
    integer, intent(in) :: k
    procedure(up), pointer :: f
    f => s1
    if (k > 1) f => s2
  end function
  function choose(name) result(f)
    character(*), intent(in) :: name
    procedure(fun), pointer :: f
    select case (name)
    case ('cube')
      f => f1
    case default
      f => f2
    end select
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(2)
    procedure(up), pointer :: g
    type(kit) :: k
    k%f => choose('cube')
    g => get(1)
    y = x(1)
    call g(y(1))
    g => get(2)
    call g(y(2))
    y(2) = y(2)*k%f(x(2))
  end subroutine
end module
