! Functions with effects whose values need memory are called once: their number of calls is part of the model.
! module m
! head: head(y)/(x)
! arg x real8(3) 0.9 1.2 0.7
! arg y real8
module m
  implicit none
  integer :: calls = 0, nmod = 3
  type box
    integer :: n = 3
    real(8) :: s(3) = 1
  end type
contains
  function f(a) result(r)     ! allocatable result
    real(8), intent(in) :: a(:)
    real(8), allocatable :: r(:)
    calls = calls + 1
    allocate(r(size(a)))
    r = a*calls
  end function
  function g(a) result(r)     ! extent of a module variable
    real(8), intent(in) :: a(:)
    real(8) :: r(nmod)
    calls = calls + 1
    r = a(1:nmod)*calls
  end function
  function h(b, x) result(r)    ! extent of a component
    type(box), intent(in) :: b
    real(8), intent(in) :: x
    real(8) :: r(b%n)
    calls = calls + 1
    r = x*calls*b%s(1:b%n)
  end function
  impure elemental function e(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    calls = calls + 1
    r = x*calls
  end function
  function k(n) result(r)
    integer, intent(in) :: n
    integer :: r
    calls = calls + 1
    r = n
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:), c(:)
    type(box) :: bx
    integer :: i
    calls = 0
    y = 0
    allocate(a, source=f(x))
    y = y + sum(a)
    b = f(x)*2
    y = y + sum(b*x)
    b = f(x)
    y = y + sum(b*x)
    do i = 1, 3
      y = y + sum(f(x(1:i))*x(1:i))
      c = f(x(1:i))*x(i)
      y = y + c(i)
      c = g(x)
      y = y + sum(c)*x(2)
      if (any(f(x(i:)) > 1d3)) y = y + 1
    end do
    deallocate(a)
    allocate(a(k(2)))
    a = x(1:k(2))**2
    y = y + sum(a)*x(1)
    b = h(bx, x(2))
    y = y + sum(b*x)
    b = e(x)
    y = y + sum(b**2)
    y = y + sum(e(x*2))
    b = [f(x), g(x)]
    y = y + sum(b**2)
    deallocate(a)
    allocate(a, mold=f(x))
    a = x
    do while (sum(f(a)) < 200)
      a = a*1.1d0
    end do
    y = y + sum(a**2)
    i = 0
    do while (any(f(x(1:1 + mod(i, 2))) < 100) .and. i < 4)
      i = i + 1
      y = y*x(1)
      if (i == 3) exit
    end do
    y = y + calls*x(3)
  end subroutine
end module
