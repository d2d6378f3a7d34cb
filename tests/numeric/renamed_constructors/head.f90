! A type that shares its name with a generic that constructs it: one USE makes both known, by that name or another.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg m integer 3
! arg y real8(3)
module matrices
  implicit none
  type mat
     real(8), allocatable :: a(:)
  end type
  interface mat
     procedure make
  end interface
contains
  function make(v) result(r)
    real(8), intent(in) :: v(:)
    type(mat) :: r
    r%a = v
  end function
end module
module users
  use matrices, only: other => mat
  implicit none
contains
  subroutine norm(v, s)
    real(8), intent(in) :: v(:)
    real(8), intent(out) :: s
    type(other) :: b
    b = other(v)
    s = sum(b%a**2)
  end subroutine
end module
subroutine head(n, x, m, y)
  use matrices
  use users, only: norm
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  type(mat) :: a
  a = mat(x)
  y(1) = sum(a%a**2)
  y(2) = a%a(1)*a%a(2)
  call norm(x, y(3))
  y(3) = y(3)*inner(x)
contains
  real(8) function inner(v)
    use matrices, only: third => mat
    real(8), intent(in) :: v(:)
    type(third) :: c
    c = third(2*v)
    inner = c%a(1) + product(c%a)
  end function
end subroutine
