! class(*) through dummy procedures, in another module, and of assumed rank; what is given there are reals, integers, objects.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module tools
  implicit none
  abstract interface
    function objective(x, data) result(r)
      real(8), intent(in) :: x
      class(*), intent(in) :: data
      real(8) :: r
    end function
  end interface
contains
  function improved(f, x, data) result(r)
    procedure(objective) :: f
    real(8), intent(in) :: x
    class(*), intent(in) :: data
    real(8) :: r
    r = x - 0.1d0*f(x, data)
    r = r - 0.1d0*f(r, data)
  end function
  function twice(f, x, data) result(r)
    procedure(objective) :: f
    real(8), intent(in) :: x
    class(*), intent(in) :: data
    real(8) :: r
    r = improved(f, x, data)
    r = r*f(r, data)
  end function
end module
module m
  use tools
  implicit none
  type :: weight
    real(8) :: w(2) = 1
  end type
contains
  function obj(x, data) result(f)
    real(8), intent(in) :: x
    class(*), intent(in) :: data
    real(8) :: f
    f = x**2
    select type (data)
    type is (real(8))
      f = f*data
    type is (integer)
      f = f/data
    type is (weight)
      f = f*data%w(1) + sin(data%w(2))
    end select
  end function
  real(8) function total(a)
    class(*), intent(in) :: a(..)
    total = 1
    select rank (a)
    rank (0)
      select type (a)
      type is (real(8))
        total = a**3
      type is (weight)
        total = sum(a%w)
      end select
    rank (1)
      select type (a)
      type is (real(8))
        total = sum(a**2)
      type is (integer)
        total = sum(a)
      end select
    end select
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    type(weight) :: w
    w%w = x(2:3)
    y(1) = improved(obj, x(1), x(2))*improved(obj, x(2), 3)
    y(2) = improved(obj, x(3), w)*twice(obj, y(1), w) + twice(obj, x(2), x(1))
    y(2) = y(2)*total(x)*total(x(1)) + total([1, 2])*total(w)
  end subroutine
end module
