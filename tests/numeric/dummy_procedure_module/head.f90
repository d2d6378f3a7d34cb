! Procedures as arguments across modules: functions, a subroutine with arrays of assumed shape, an internal function; by keyword.
! head: head(y)/(x)
! module model
! arg x real8(3)
! arg y real8
module quadrature
  implicit none
  abstract interface
    function integrand(t) result(v)
      real(8), intent(in) :: t
      real(8) :: v
    end function
    subroutine rhs(n, t, y, dy)
      integer, intent(in) :: n
      real(8), intent(in) :: t, y(:)
      real(8), intent(out) :: dy(:)
    end subroutine
  end interface
contains
  subroutine trapez(f, a, b, n, s)
    procedure(integrand) :: f
    real(8), intent(in) :: a, b
    integer, intent(in) :: n
    real(8), intent(out) :: s
    integer :: i
    real(8) :: h
    h = (b - a)/n
    s = 0.5d0*(f(a) + f(b))
    do i = 1, n - 1
      s = s + f(a + i*h)
    end do
    s = s*h
  end subroutine
  subroutine euler(n, fcn, y, t0, t1, m)
    integer, intent(in) :: n, m
    procedure(rhs) :: fcn
    real(8), intent(inout) :: y(:)
    real(8), intent(in) :: t0, t1
    real(8) :: dy(n), t, h
    integer :: k
    h = (t1 - t0)/m
    t = t0
    do k = 1, m
      call fcn(n, t, y, dy)
      y = y + h*dy
      t = t + h
    end do
  end subroutine
end module
module model
  use quadrature
  implicit none
  real(8) :: alpha
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: s, z(2), beta
    alpha = x(3)
    beta = x(1)*x(2)
    call trapez(g, x(1), x(2), 4, s)
    z = x(1:2)
    call euler(2, lotka, z, 0d0, s, 3)
    call trapez(f=inner, a=x(1), b=z(1), n=3, s=y)
    y = y + s*z(2)
  contains
    function inner(t) result(v)
      real(8), intent(in) :: t
      real(8) :: v
      v = cos(beta*t)
    end function
  end subroutine
  function g(t) result(v)
    real(8), intent(in) :: t
    real(8) :: v
    v = alpha*t**2
  end function
  subroutine lotka(n, t, y, dy)
    integer, intent(in) :: n
    real(8), intent(in) :: t, y(:)
    real(8), intent(out) :: dy(:)
    dy(1) = y(1)*(alpha - y(2))*t
    dy(2) = -y(2)*(1d0 - y(1)) + alpha
  end subroutine
end module
