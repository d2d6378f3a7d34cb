! What a name with parentheses can be: declared functions, intrinsics with a declared type, dummies, names passed on before they are called.
subroutine driver(f, g, x, y)
  implicit none
  real f, g, x, y(3), h
  double precision dcos
  real, external :: k
  intrinsic tan, dsin
  external task
  integer ierr
  interface
    function vec(n) result(v)
      integer, intent(in) :: n
      real :: v(n)
    end function vec
    elemental subroutine twice(a)
      real, intent(inout) :: a
    end subroutine twice
  end interface
  call apply(h, x)
  y(1) = f(x) + h(x) + k(x, 1)
  call elsewhere(g, x)
  call apply(tan, x)
  call elsewhere(dsin, x)
  y(2) = g(x)
  call task(x)
  y = vec(3)
  y = y + vec(n=size(y))
  call twice(y)
  y(2) = dcos(1d0)
  y(3) = later(x)
  call random_number(y)
  call later2(*10)
10 continue
contains
  real function later(a)
    real, intent(in) :: a
    later = a
  end function later
  subroutine later2(*)
    return 1
  end subroutine later2
end subroutine driver

subroutine apply(p, x)
  real p, x
  external p
  x = p(x)
end subroutine apply

real function h(x)
  real x
  h = gamma2(x)
contains
  recursive function gamma2(x) result(r)
    real, intent(in) :: x
    real :: r
    r = x
    if (x > 1) r = gamma2(x - 1)*x
  end function gamma2
end function h

! an implicitly typed dummy that is a subroutine
subroutine pass(sub, n)
  call sub(n)
  call pass2(sub)
end subroutine pass
