! Functions whose values are allocatable scalars: numbers and records, in expressions, in loops, as what is assigned to variables that are allocatable or not.
! head: head(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 -0.4 2.1
! arg m integer 4
! arg y real8(4)
module makers
  implicit none
  type pair
     real(8) :: v = 1
     real(8) :: w(2) = 2
     integer :: k = 3
  end type
  type holder
     real(8), allocatable :: a(:)
     real(8) :: c = 1
  end type
contains
  function make(x) result(r)
    real(8), intent(in) :: x
    type(pair), allocatable :: r
    allocate (r)
    r%v = x**2
    if (x > 100) return
    r%w(1) = x*r%w(2)
  end function
  function hold(x) result(r)
    real(8), intent(in) :: x(:)
    type(holder), allocatable :: r
    allocate (r)
    r%a = x**2
    r%c = r%c*x(1)
  end function
end module
subroutine head(n, x, m, y)
  use makers
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(m)
  type(pair) :: p
  type(pair), allocatable :: q
  type(holder) :: h
  real(8) :: a
  real(8), allocatable :: c
  integer :: i
  p = make(x(1))
  q = make(x(2)*x(1))
  y(1) = p%v**2 + p%w(1)*q%v + q%w(1)
  a = square(x(1))
  c = square(x(2))*square(a)
  y(2) = a*c
  do i = 1, 3
     c = square(c + x(i))*0.5d0
     a = square(a)*c
  end do
  y(3) = a
  h = hold(x)
  do i = 1, 2
     p = make(p%v + h%a(i))
  end do
  y(4) = p%v*p%w(1)*h%c
contains
  function square(v) result(r)
    real(8), intent(in) :: v
    real(8), allocatable :: r
    r = v**2/(1 + v**2)
  end function
end subroutine
