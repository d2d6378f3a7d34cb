! Calls of differentiated procedures whose results nobody differentiates: for output, for tests, in vain.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module watch
  implicit none
  real(8) :: largest = 0.0d0, level = 1.0d0
  integer :: calls = 0
contains
  subroutine norm(v, r)
    real(8), intent(in) :: v(:)
    real(8), intent(out) :: r
    calls = calls + 1
    r = sqrt(sum(v*v))
    largest = max(largest, r)
  end subroutine norm
  real(8) function twice(a)
    real(8), intent(in) :: a
    twice = 2.0d0*a*level
  end function twice
  subroutine raise(a)
    real(8), intent(in) :: a
    level = level*a
  end subroutine raise
  subroutine monitor(v)
    real(8), intent(in) :: v(:)
    real(8) :: r
    call norm(v, r)
    if (r > 100.0d0) print *, 'large'
  end subroutine monitor
end module watch

subroutine head(x, y)
  use watch
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: r, t, w(3)
  level = 1.0d0
  ! for a test
  call norm(x, r)
  if (r > 1000.0d0) print *, 'large'
  w = x*x
  call monitor(w)
  ! in vain
  call norm(w, r)
  t = twice(w(1))
  call norm(x, r)
  t = twice(r)
  y(1) = t*r
  r = twice(1.5d0)
  y(1) = y(1) + r*x(2)
  ! a variable of the module that only procedures name
  call raise(x(3))
  y(2) = twice(x(1))
  level = 1.0d0
  call raise(2.0d0)
  y(2) = y(2) + twice(x(2))
  call raise(x(1))
  t = twice(t)
end subroutine head
