! A module array, declared with a constant of the module that the head does not see, passed twice, and with a part of it.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
module sizes
  implicit none
  integer, parameter :: n = 3
  real(8) :: w(0:n - 1)
end module sizes

subroutine product3(a, b, c, z)
  implicit none
  real(8), intent(in) :: a(3), b(3), c
  real(8), intent(out) :: z
  z = sum(a*b**2)*c
end subroutine product3

subroutine head(x, y)
  use sizes, only: w
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  w = x**2
  call product3(w, w, w(1), y)
end subroutine head
