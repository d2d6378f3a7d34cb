! Arguments with VALUE that change, and that internal procedures read or set: passive ones are copied as they are.
! head: head(y)/(x, a)
! module model
! arg x real8
! arg a real8
! arg y real8(5)
module model
  implicit none
contains
  subroutine read_inside(x, a, y)
    real(8), intent(in) :: x
    real(8), value :: a
    real(8), intent(out) :: y
    a = 2*a
    y = x*a*pick()
  contains
    integer function pick()
      pick = nint(10*a)
    end function
  end subroutine
  subroutine sized_inside(x, a, y)
    real(8), intent(in) :: x
    real(8), value :: a
    real(8), intent(out) :: y
    a = 2*a
    y = x*a*many()
    a = a*x
    call spread_out(y)
  contains
    integer function many()
      real(8) :: w(nint(10*a))
      many = size(w)
    end function
    subroutine spread_out(z)
      real(8), intent(inout) :: z
      real(8) :: w(nint(20*a) + 1)
      w = z*a
      z = sum(w)
    end subroutine
  end subroutine
  subroutine set_inside(x, a, y)
    real(8), intent(in) :: x
    real(8), value :: a
    real(8), intent(out) :: y
    integer :: k
    call set
    y = x*a*k
  contains
    subroutine set
      k = nint(10*a)
      a = 2*a
    end subroutine
  end subroutine
  subroutine handed(x, a, y)
    real(8), intent(in) :: x
    real(8), value :: a
    real(8), intent(out) :: y
    a = 2*a
    y = x
    call twice(inner, y)
  contains
    subroutine inner(z)
      real(8), intent(inout) :: z
      z = z*z*a
    end subroutine
  end subroutine
  subroutine twice(f, z)
    interface
      subroutine f(z)
        real(8), intent(inout) :: z
      end subroutine
    end interface
    real(8), intent(inout) :: z
    call f(z)
    call f(z)
  end subroutine
  function allocated_inside(x, a) result(r)
    real(8), intent(in) :: x, a
    real(8), allocatable :: r(:)
    r = [x, x*a]
    if (count_them() == 2) r = r*a
  contains
    integer function count_them()
      count_them = size(r)
    end function
  end function
  subroutine head(x, a, y)
    real(8), intent(in) :: x, a
    real(8), intent(out) :: y(5)
    real(8) :: b
    b = a*x
    call read_inside(x, b, y(1))
    call set_inside(x, b, y(2))
    call handed(x, b, y(3))
    y(4) = sum(allocated_inside(x, b))
    call sized_inside(x, b, y(5))
  end subroutine
end module
