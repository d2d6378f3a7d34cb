! Defined operators and assignment.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8(2)
module vec_m
  implicit none
  type vec
    real(8) :: x, y
  end type
  interface operator(+)
    module procedure vadd
  end interface
  interface operator(.dot.)
    module procedure vdot
  end interface
  interface assignment(=)
    module procedure vset
  end interface
contains
  function vadd(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  real(8) function vdot(a, b)
    type(vec), intent(in) :: a, b
    vdot = a%x*b%x + a%y*b%y
  end function
  subroutine vset(a, s)
    type(vec), intent(out) :: a
    real(8), intent(in) :: s
    a%x = s
    a%y = s*s
  end subroutine
end module
subroutine head(x, y)
  use vec_m
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(2)
  type(vec) :: a, b
  a = x(1)
  b = vec(x(2), 3d0)
  a = a + b
  y(1) = a .dot. (b + a)
  y(2) = a%x*b%y + vdot(a, a)
end subroutine
