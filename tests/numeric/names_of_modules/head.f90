! A module that comes into a unit which has a local of its name; a module `branch`; types named as intrinsic functions.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
module m
  implicit none
  real(8) :: k(3) = 1
  type shape
    real(8) :: size(3)
    integer :: n
  end type
  type(shape) :: outline
end module
module branch
  implicit none
  real(8) :: factor = 2
end module
module temp
  use m
  implicit none
  type max
    real(8) :: real
  end type
contains
  subroutine grow(x, o)
    real(8), intent(in) :: x
    type(shape), intent(inout) :: o
    integer :: i
    do i = 1, o%n
      if (o%size(i) > 0.5d0) o%size(i) = o%size(i)*x*k(i)
      o%size(i) = max_of(max(x*o%size(i)))
    end do
  end subroutine
  real(8) function max_of(a)
    type(max), intent(in) :: a
    max_of = a%real*exp(0.1d0*a%real)
  end function
end module
subroutine set(x)
  use m, only: k
  implicit none
  real(8), intent(in) :: x(3)
  real(8) :: m_b, m_d
  m_b = x(1)
  m_d = x(2)
  k = 0.3d0*k*x*m_b*m_d
end subroutine
subroutine mid(m, y)
  implicit none
  real(8), intent(in) :: m(3)
  real(8), intent(inout) :: y
  real(8) :: branch
  integer :: i
  branch = 1
  do i = 1, 3
    if (m(i) > 0.7d0) branch = branch*m(i)
    y = y*branch
  end do
  call set(m)
  if (y > 0.1d0) call set(m)
  y = y*branch
end subroutine
subroutine head(x, y)
  use branch
  use temp, only: grow
  use m
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  factor = x(1)
  k = 1
  y = factor
  if (y > 0.5d0) y = y*x(2)
  call mid(x, y)
  outline%size = x
  outline%n = 3
  call grow(x(2), outline)
  y = y*sum(k)*factor + sum(outline%size**2)
end subroutine
