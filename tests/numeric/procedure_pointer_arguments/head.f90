! Dummy arguments that are procedure pointers: called, passed on, set for the caller, absent; pointers in objects, and for arguments that are procedures.
! head: head(y)/(x)
! module callbacks
! arg kind integer 2
! arg x real8(2)
! arg y real8(4)
module callbacks
  implicit none
  abstract interface
    function fun(t) result(r)
      real(8), intent(in) :: t
      real(8) :: r
    end function
  end interface
  type box
    procedure(fun), pointer, nopass :: f => null()
  end type
contains
  function g1(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = t**2
  end function
  function g2(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = sin(t)
  end function
  subroutine twice(f, a, out)
    procedure(fun), pointer, intent(in) :: f
    real(8), intent(in) :: a
    real(8), intent(out) :: out
    out = f(f(a))
    call both(g2, f, a, out)
  end subroutine
  subroutine both(f, p, a, out)
    procedure(fun) :: f
    procedure(fun), pointer, intent(in), optional :: p
    real(8), intent(in) :: a
    real(8), intent(inout) :: out
    out = out + f(a)*a
    if (present(p)) out = out*p(a)
  end subroutine
  subroutine choose(kind, f)
    integer, intent(in) :: kind
    procedure(fun), pointer, intent(out) :: f
    if (kind == 1) then
      f => g1
    else
      f => g2
    end if
  end subroutine
  subroutine middle(a, out)
    real(8), intent(in) :: a
    real(8), intent(inout) :: out
    procedure(fun), pointer :: q
    real(8) :: t
    q => g2
    call twice(q, a*out, t)
    out = out*t
  end subroutine
  subroutine head(kind, x, y)
    integer, intent(in) :: kind
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(4)
    procedure(fun), pointer :: p, r
    type(box) :: b
    p => g1
    call choose(kind, r)
    call choose(2, b%f)
    call twice(p, x(1), y(1))
    call twice(f=r, out=y(2), a=x(2))
    call middle(x(1), y(2))
    call middle(x(2), y(1))
    call twice(b%f, x(1)*x(2), y(3))
    y(4) = x(1)
    call both(p, b%f, x(2), y(4))
    call both(b%f, a=x(1), out=y(4))
  end subroutine
end module
