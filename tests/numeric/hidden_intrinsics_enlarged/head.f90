! Names of intrinsic procedures: keywords, internal procedures, and a module that is written again.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module kit
  implicit none
  private
  integer, public :: shape = 2
  real(8), public :: exp = 2
  integer :: max = 1
  public :: twice
contains
  subroutine twice(size, lbound)
    real(8), intent(inout) :: size(:)
    real(8), intent(in), optional :: lbound
    real(8) :: present
    present = 2*max
    size = size*present*size
    size = size*lbound
  end subroutine
end module
real(8) function sqrt2(cos)
  implicit none
  real(8), intent(in) :: cos(3)
  real(8) :: log(3), sum
  integer :: i
  log = cos
  sum = 0
  do i = 1, 3
    log(i) = log(i)*cos(i)
    sum = sum + log(i)**2*sin(cos(i))
  end do
  sqrt2 = sum
end function
module m
  use kit, only: exp, twice, shape
  implicit none
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(4), associated
    real(8), external :: sqrt2
    integer :: i
    a = 0.2d0*x
    associated = x(1)
    exp = 0.5d0
    do i = 1, shape
      call twice(lbound=x(2), size=a)
      associated = inner(associated)
      exp = exp*a(1)
    end do
    y = exp*associated + sqrt2(a) + x(1)**x(2)
  contains
    real(8) function inner(allocated)
      real(8), intent(in) :: allocated
      real(8) :: size(2)
      size = allocated
      size = size*a(1:2)
      inner = size(1)*size(2)
      a(3) = a(3)*inner
    end function
  end subroutine
end module
