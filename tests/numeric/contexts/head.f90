! Procedures that are called with different patterns of active arguments: variables in COMMON and in a module beside them,
! calls of calls, a function, an argument that comes back as it was.
! head: head(y)/(p, x)
! arg n integer 4
! arg p real8 0.8
! arg x real8(4)
! arg y real8
! before n 3
module tools
  implicit none
  real(8) :: scale = 2d0
contains
  subroutine axpy(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a, x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t(n), calls
    common /count/ calls
    integer :: i
    calls = calls + a
    call twice(n, x, t)
    do i = 1, n
       y(i) = y(i) + a*t(i)*scale
    end do
  end subroutine
  subroutine twice(n, x, t)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: t(n)
    t = 2*x
  end subroutine
  real(8) function dot(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    dot = sum(x*y)
  end function
end module
subroutine head(n, p, x, y)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: p, x(n)
  real(8), intent(out) :: y
  real(8) :: u(n), c(n), w(n), k, calls
  common /count/ calls
  c = 0.5d0
  k = 3d0
  calls = 0d0
  u = 1d0
  w = x
  call axpy(n, p, c, u)
  call axpy(n, k, x, u)
  call axpy(n, k, c, w)
  y = dot(n, u, c) + dot(n, c, w) + dot(n, u, w) + dot(n, w, u) + calls
end subroutine
