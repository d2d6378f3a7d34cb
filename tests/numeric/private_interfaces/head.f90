! Dummy procedures, and procedure pointers in variables and components, whose interfaces are private in their modules.
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg m integer 3
! arg y real8(3)
module applied
  implicit none
  private
  public :: apply
  abstract interface
     pure function fn(u)
       real(8), intent(in) :: u
       real(8) :: fn
     end function
  end interface
contains
  function apply(f, u) result(r)
    procedure(fn) :: f
    real(8), intent(in) :: u
    real(8) :: r
    r = f(u)*u
  end function
end module
module pointed
  implicit none
  private
  public :: choose
  abstract interface
     subroutine act(u, v)
       real(8), intent(in) :: u
       real(8), intent(out) :: v
     end subroutine
  end interface
contains
  subroutine choose(u, v)
    real(8), intent(in) :: u
    real(8), intent(out) :: v
    procedure(act), pointer :: p
    if (u > 0) then
       p => square
    else
       p => cube
    end if
    call p(u, v)
  end subroutine
  subroutine square(u, v)
    real(8), intent(in) :: u
    real(8), intent(out) :: v
    v = u*u
  end subroutine
  subroutine cube(u, v)
    real(8), intent(in) :: u
    real(8), intent(out) :: v
    v = u**3
  end subroutine
end module
subroutine head(n, x, m, y)
  use applied
  use pointed
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  y(1) = apply(shifted, x(1)) + apply(shifted, x(2))
  call choose(x(2), y(2))
  call choose(-x(3)**2, y(3))
contains
  pure function shifted(u) result(v)
    real(8), intent(in) :: u
    real(8) :: v
    v = u*u + 0.1d0
  end function
end subroutine
