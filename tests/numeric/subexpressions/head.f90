! Functions of which derivatives use the value once more: held in variables, where their arguments stay what they are.
! head: head(y)/(x, p, s0)
! module m
! arg n integer 5
! arg x real8(5) 0.4 0.9 1.3 0.7 1.1
! arg p real8(0:3) 0.5 0.8 1.2 0.6
! arg s0 real8 0.9
! arg y real8(12)
module m
  implicit none
  real(8) :: scale = 1.5d0
contains
  subroutine head(n, x, p, s0, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), p(0:3), s0
    real(8), intent(out) :: y(12)
    real(8) :: a, b, c, s, th, w(5), u(2), v, shared, e, f, g, h
    complex(8) :: z
    integer :: i, j, k
    equivalence (shared, u(1))

    ! sine and cosine, a root of a function, one of them twice in an expression
    th = s0*x(1)
    s = sin(th)
    c = cos(th)
    a = exp(sqrt(th))*sqrt(th) + tanh(th)*tanh(th)
    y(1) = s*c + a
    ! the argument changes between two uses, by name
    b = exp(th)*x(2)
    th = th + 0.1d0*b
    b = b + exp(th)
    y(2) = b*th
    ! by its other name, by a call, through a pointer-free section
    shared = 0.3d0*s0
    a = exp(shared)*s0
    u(1) = u(1) + a
    a = a + exp(shared)*x(3)
    call change(shared)
    y(3) = a*exp(shared)
    ! the statement overwrites the argument
    v = s0
    v = v*exp(0.3d0*v)
    v = v*exp(0.3d0*v)
    y(4) = v
    ! an element of an array that a loop goes over
    w = x
    do i = 1, n - 1
      w(i) = w(i)*exp(-0.2d0*w(i)) + sqrt(w(i + 1))
    end do
    y(5) = sum(w)
    ! forward and backward part in one loop, with a loop in it, tests, and a loop that is left early
    g = 0
    do i = 1, n
      e = 0
      h = sqrt(x(i))
      do j = 0, 3
        f = exp(-p(j)*x(i))
        if (f > 0.5d0) then
          e = e + f*sin(p(j))*h
        else
          e = e - cos(p(j))*sin(p(j))*exp(-p(j)*x(i))
        end if
        h = h*tanh(e + h)
      end do
      k = 0
      do while (h < 2.0d0)
        h = 1.1d0*h + exp(-h)*x(i)
        k = k + 1
        if (k > 4) exit
      end do
      g = g + e*h
    end do
    y(6) = g
    y(7) = inner(s0)*inner(x(2))
    ! other functions; what has no derivative; a mask
    y(8) = atan2(s0, x(2))*atan(x(2)/s0) + asin(0.3d0*s0)*x(1)/log10(s0 + 2)
    a = exp(dble(n)/5)*x(4) + exp(x(4))
    y(9) = merge(exp(a/9), sqrt(a), a > 1)*a
    z = cmplx(s0, x(5), 8)
    z = exp(z)*z
    y(10) = real(z) + aimag(z)*abs(z)
    y(11) = x(5)**s0*log(x(5)) + log(x(5))**2
    ! an outer loop that hands values on: nothing is held, but evaluated again
    a = s0
    do i = 1, n
      a = 0.5d0*a*exp(-a)*x(i) + sin(a)*cos(a)
      y(12) = a
    end do
  end subroutine head

  subroutine change(v)
    real(8), intent(inout) :: v
    v = v*v + scale
  end subroutine change

  function inner(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r, q
    integer :: i
    r = 0
    do i = 1, 3
      q = exp(-i*t)
      r = r + q*q*sqrt(t)/exp(0.1d0*q)
    end do
    r = r*exp(-r)
  end function inner
end module m
