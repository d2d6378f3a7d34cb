! Variables that a procedure reads by two names: passed twice, as a whole, in part, by sequence association; or passed and used from a module.
! head: head(y)/(x)
! arg n integer 3
! arg k integer 2
! arg x real8(4)
! arg y real8(6)
! flags -O2
module shared
  implicit none
  real(8) :: c
  type :: point
    real(8) :: at(2), mass
  end type point
contains
  subroutine area(a, b, z)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: z
    z = a*b**2
  end subroutine area
  subroutine scaled(a, z)
    real(8), intent(in) :: a
    real(8), intent(out) :: z
    z = a**2*c
  end subroutine scaled
  subroutine pull(p, q, z)
    type(point), intent(in) :: p, q
    real(8), intent(out) :: z
    z = p%mass*q%mass**2*(p%at(1) - 3*q%at(2))
  end subroutine pull
end module shared

subroutine inner(n, a, b, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: z
  z = sum(a**2*b)
end subroutine inner

subroutine head(n, k, x, y)
  use shared
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(6)
  type(point) :: p
  call area(x(1), x(1), y(1))
  call inner(n, x, x(2), y(2))
  call inner(n, x(1:n), x(k:4), y(3))
  c = x(4)*x(3)
  call scaled(c, y(4))
  p%at = x(1:2)
  p%mass = x(3)
  call pull(p, p, y(5))
  call area(x(k), x(n - 1), y(6))
end subroutine head
