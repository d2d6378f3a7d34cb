! Dummy arguments with VALUE that the callee changes: records, and ones that need not be there.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  type point
    real(8) :: x, y
    integer :: n = 2
  end type
  type line
    type(point) :: a, b
  end type
contains
  real(8) function norm(p)
    type(point), value :: p
    p%x = p%x*p%n
    p%n = 0
    norm = p%x**2 + p%y
  end function
  subroutine longer(l, f, r)
    type(line), value :: l
    real(8), value, optional :: f
    real(8), intent(inout) :: r
    l%b%x = l%b%x - l%a%x
    l%b%y = l%b%y*l%a%y
    if (present(f)) then
      f = f*f
      r = r + norm(l%b)*f
    else
      r = r*norm(l%b)
    end if
    l%a = l%b
    r = r + l%a%x
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    type(point) :: p
    type(line) :: l
    real(8) :: f
    p = point(x(1), x(2))
    y(1) = norm(p)
    y(2) = p%x*x(3) + p%x**p%n
    l = line(p, point(x(3), x(1)))
    f = x(1)*x(2)
    y(3) = x(2)
    call longer(l, f, y(3))
    call longer(l, r=y(3))
    y(3) = y(3) + f**2 + l%b%x*l%b%y + l%a%x
  end subroutine
end module
