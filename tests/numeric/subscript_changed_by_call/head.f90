! Calls that change an element of an array and its subscript.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: c(3), a(3), s
  integer :: k
  c = 2
  k = 2
  s = x(1)*c(2)
  call next(c(k), k)
  y(1) = s*c(k)*x(2)
  a = x
  k = 1
  y(2) = a(1)**2
  call step(a(k), k)
  y(3) = a(1)*a(2)**2*a(3)
  call step(a(k), k)
  y(3) = y(3)*a(1)*a(2)**2*a(3)**3
contains
  subroutine next(v, k)
    real(8), intent(inout) :: v
    integer, intent(inout) :: k
    v = 2*v
    k = k + 1
  end subroutine
  subroutine step(v, k)
    real(8), intent(inout) :: v
    integer, intent(inout) :: k
    real(8) :: t
    t = v*k
    k = k + 1
    v = sin(t)*v + t
    t = v**2
    v = v*t
    v = cos(v)*v
  end subroutine
end subroutine head
