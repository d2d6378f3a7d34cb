! A polymorphic pointer to an object with a derivative, and then to some of a type without any: a local one, a dummy argument, one of a module.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8
module m
  implicit none
  type :: expr
  end type
  type, extends(expr) :: var
    integer :: i = 1
  end type
  type, extends(expr) :: cst
    real(8) :: c = 0
  end type
  type(var), target, save :: g
contains
  recursive function ev(p, x) result(r)
    class(expr), intent(in) :: p
    real(8), intent(in) :: x(:)
    real(8) :: r
    r = 0
    select type (p)
    type is (var)
      r = x(p%i)
    type is (cst)
      r = p%c**2
    end select
  end function
  subroutine work(v, x, y)
    type(var), target :: v
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(cst), target :: c
    type(var), target :: w
    class(expr), pointer :: p
    c%c = x(1)
    p => c
    y = ev(p, x)
    p => w
    y = y*ev(p, x)
    p => v
    y = y*ev(p, x)
    p => g
    y = y*ev(p, x)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y
    type(var), target :: v
    v%i = 2
    call work(v, x, y)
  end subroutine
end module
