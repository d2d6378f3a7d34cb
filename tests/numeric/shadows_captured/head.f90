! Locals, dummy arguments, results and internal procedures whose names are those of shadows elsewhere.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
  implicit none
  real(8) :: t = 0
  real(8) :: s(2) = 0
  type pair
    real(8) :: t, td, tb
  end type
  type(pair) :: p
contains
  subroutine set(x)
    real(8), intent(in) :: x
    real(8) :: td, tb, td0
    td = 2*x
    tb = x*x
    td0 = 0
    t = t + td*tb + td0
  end subroutine
  subroutine scale(sd, sb)
    real(8), intent(in) :: sd
    real(8), intent(in) :: sb
    s(1) = s(1)*sd + t*sb
    s(2) = s(1)*t*sb
  end subroutine
  function tb(x) result(td)
    real(8), intent(in) :: x
    real(8) :: td
    td = x*t + sin(x)
  end function
  real(8) function sd(x)
    real(8), intent(in) :: x
    sd = s(2)*x
  end function
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: v, w
    t = x(1)
    s = x(2)
    v = x(3)
    w = 0
    call set(x(2))
    call scale(sb=x(1), sd=x(3))
    p%t = x(1)
    p%td = p%t*x(2)
    p%tb = p%td*p%t
    call inside(x(1))
    y = t + s(1)*s(2) + tb(x(2)) + sd(x(3)) + p%tb*p%td + v*w
  contains
    subroutine inside(z)
      real(8), intent(in) :: z
      real(8) :: vd, vb, wb(2), wd
      vd = z*z
      vb = vd*v
      wb = vb
      wd = wb(1)*wb(2)
      v = v*vd
      w = w + wd*t
    end subroutine
  end subroutine
end module
