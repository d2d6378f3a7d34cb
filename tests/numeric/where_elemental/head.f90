! Elemental functions in WHERE: in masks, nested, inside each other and inside array functions, which they are evaluated for without mask.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
contains
  elemental function f(a) result(c)
    real(8), intent(in) :: a
    real(8) :: c
    if (a > 0) then
      c = sqrt(a)
    else
      c = a*a
    end if
  end function
  elemental integer function ik(a)
    real(8), intent(in) :: a
    ik = int(a*3)
  end function
  function total(a)
    real(8), intent(in) :: a(:)
    real(8) :: total
    total = sum(a*a)
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(4), b(0:3)
    integer :: k(4)
    a = x - 0.9d0
    b = x
    k = 0
    where (f(a) > 0.1d0)
      where (f(b) < 1)
        a = f(a)*f(f(b))
      elsewhere
        b = f(b) + total(a)
        a = b/f(x)
      end where
      k = ik(b)
    elsewhere
      b = k*f(b) + ik(a)*a
    end where
    where (k > 0) b(0:3) = merge(f(b), a, ik(a) > 1)*k
    where (f(a) + f(b) > total(x)/10) a = sum(f(b))*a
    y = sum(a) + sum(b)
  end subroutine
end module
