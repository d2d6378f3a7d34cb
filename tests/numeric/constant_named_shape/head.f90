! Modules whose constant has the name of an intrinsic procedure, in interface bodies of what dispatches on types.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module bodies
  implicit none
  integer, parameter :: shape = kind(1d0)
  private
  public :: shape, body, step
  type, abstract :: body
    private
    real(shape), public :: at(2) = 0
  contains
    procedure(force_of), deferred, public :: force
  end type
  abstract interface
    subroutine force_of(b, t, f)
      import body, shape
      class(body), intent(inout) :: b
      real(shape), intent(in) :: t
      real(shape), intent(out) :: f(2)
    end subroutine
  end interface
contains
  subroutine step(b, t)
    class(body), intent(inout) :: b
    real(shape), intent(in) :: t
    real(shape) :: f(2)
    call b%force(t, f)
    b%at = b%at + 0.1_shape*f
  end subroutine
end module
module planets
  use bodies, only: shape, body
  implicit none
  type, extends(body) :: planet
  contains
    procedure :: force => pull
  end type
contains
  subroutine pull(b, t, f)
    class(planet), intent(inout) :: b
    real(shape), intent(in) :: t
    real(shape), intent(out) :: f(2)
    f = -b%at**2*t
  end subroutine
end module
subroutine head(x, y)
  use bodies
  use planets
  implicit none
  real(shape), intent(in) :: x(2)
  real(shape), intent(out) :: y
  type(planet) :: p
  class(body), allocatable :: b
  p%at = x
  call step(p, x(1))
  allocate (b, source=p)
  call step(b, x(2))
  y = sum(b%at**2)
end subroutine
