! Elemental functions in WHERE: complex, of records, generic, operators, with optional and scalar arguments.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8
! before n 2
module m
  implicit none
  type vec
    real(8) :: a = 0, b = 0
  end type
  interface operator(.plus.)
    module procedure plus
  end interface
  interface f
    module procedure f8, f4
  end interface
  real(8) :: scale = 1
contains
  elemental function plus(a, b) result(c)
    real(8), intent(in) :: a, b
    real(8) :: c
    c = a*b + a + b
  end function
  elemental function f8(a, p) result(c)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: p
    real(8) :: c
    c = a*a*scale
    if (present(p)) c = c*p
  end function
  elemental function f4(a) result(c)
    real(4), intent(in) :: a
    real(4) :: c
    c = a*a
  end function
  elemental function mk(a, b) result(v)
    real(8), intent(in) :: a, b
    type(vec) :: v
    v%a = a*b
    v%b = a - b
  end function
  elemental real(8) function len2(v)
    type(vec), intent(in) :: v
    len2 = v%a**2 + v%b**2
  end function
  elemental function g(z, s)
    complex(8), intent(in) :: z
    real(8), intent(in) :: s
    complex(8) :: g
    g = z*z*s + exp(z)
  end function
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:,:)
    type(vec) :: v(n)
    real(8) :: s(n)
    complex(8) :: z(n)
    integer :: i
    allocate(a(n,n))
    do i = 1, n
      a(:,i) = x*i - 1
    end do
    scale = x(1)
    where (f(a) > 0.3d0) a = a .plus. f(a, p=2*a)
    where (a(:,1) > 0) a(:,2) = f(a(:,2))*f(x(2))
    where (a > -10) a = f(a) + 1
    do i = 1, 2
      where (f(a(i,:)) < 50) a(i,:) = f(a(i,:))*0.1d0
    end do
    s = 0
    where (x > 0.6d0) v = mk(x, x(2))
    where (len2(v) > 0.1d0) s = len2(v)
    z = cmplx(x, s, 8)
    where (real(g(z, x)) > 1) z = conjg(g(z, x))*z
    y = real(sum(z)) + 2*aimag(sum(z)) + sum(a) + sum(s) + sum(v%a*x)
  end subroutine
end module
