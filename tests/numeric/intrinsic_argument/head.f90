! Intrinsic functions as arguments, by interfaces and EXTERNAL.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8(3)
module m
  implicit none
  abstract interface
    real(8) function fun(t)
      real(8), intent(in) :: t
    end function
  end interface
contains
  subroutine integrate(f, a, b, s)
    procedure(fun) :: f
    real(8), intent(in) :: a, b
    real(8), intent(out) :: s
    s = (f(a) + f(b))*(b - a)/2
  end subroutine
  subroutine old(f, g, a, b, s)
    real(8), external :: f, g
    real(8), intent(in) :: a, b
    real(8), intent(out) :: s
    s = f(a)*g(a, b)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(3)
    intrinsic dsin, dexp, datan2
    call integrate(dsin, x(1), x(2), y(1))
    call integrate(dexp, x(1), x(2), y(2))
    call old(dexp, datan2, x(1), x(2), y(3))
  end subroutine
end module
