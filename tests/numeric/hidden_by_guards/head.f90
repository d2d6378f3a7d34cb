! Objects of unknown type whose names are those of procedures of the tape, of intrinsic functions and of shadows: SELECT TYPE names them inside as outside.
! head: head(y)/(x)
! module objects
! arg x real8(3)
! arg y real8(2)
module objects
  implicit none
  type, abstract :: body
    real(8) :: s = 1
  contains
    procedure(act), deferred :: apply
  end type
  abstract interface
    subroutine act(this, u)
      import body
      class(body), intent(inout) :: this
      real(8), intent(inout) :: u
    end subroutine
  end interface
  type, extends(body) :: plain
    real(8) :: k = 2
  contains
    procedure :: apply => plain_apply
  end type
  type, extends(body) :: bent
    real(8) :: w(2) = 1
  contains
    procedure :: apply => bent_apply
  end type
contains
  subroutine plain_apply(this, u)
    class(plain), intent(inout) :: this
    real(8), intent(inout) :: u
    u = u*this%k + this%s**2
    this%s = this%s*u
  end subroutine
  subroutine bent_apply(this, u)
    class(bent), intent(inout) :: this
    real(8), intent(inout) :: u
    u = sin(this%w(1)*u)*this%s + this%w(2)*u**2
    this%w(2) = this%w(2)*u
  end subroutine
  subroutine make(kind, x, popreal8)
    integer, intent(in) :: kind
    real(8), intent(in) :: x
    class(body), allocatable, intent(inout) :: popreal8
    if (.not. allocated(popreal8)) then
      if (kind == 1) then
        allocate (plain :: popreal8)
      else
        allocate (bent :: popreal8)
      end if
    end if
    popreal8%s = popreal8%s*x
    select type (popreal8)
    type is (plain)
      popreal8%k = popreal8%k*x + popreal8%s
    type is (bent)
      popreal8%w = popreal8%w*sin(x)
    end select
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    class(body), allocatable :: pushreal8array, cos, size
    real(8) :: sizeb, sized
    sizeb = x(1)*x(2)
    sized = x(3)**2
    call make(1, x(1), pushreal8array)
    call make(2, x(2), cos)
    call make(2, sizeb, size)
    y = x(1:2)
    call pushreal8array%apply(y(1))
    call cos%apply(y(2))
    call size%apply(y(1))
    call make(1, sized, cos)
    call cos%apply(y(1))
    y(2) = y(2)*pushreal8array%s*cos%s*size%s
  end subroutine
end module
