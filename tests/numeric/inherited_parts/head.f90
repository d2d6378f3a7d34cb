! Components that a type inherits: in the values that a variable begins with, and in constructors, by themselves or with all of the parent.
! head: head(y)/(x)
! module parts
! arg x real8 1.3
! arg y real8
module parts
  implicit none
  type base
    real(8) :: a = 4.0d0
  end type base
  type, extends(base) :: middle
    real(8) :: b = 5.0d0
  end type middle
  type, extends(middle) :: more
    real(8) :: c = 6.0d0
  end type more
  type box
    type(more) :: part = more(1.5d0, 2.5d0, c=3.5d0)
    type(more) :: other = more(base=base(0.5d0), b=0.25d0)
    real(8) :: sum = 0.0d0
  end type box
contains
  subroutine fill(x, s)
    real(8), intent(in) :: x
    type(box), intent(out) :: s
    s%sum = x*s%part%b + s%part%a*x**2 + s%part%c*x**3 + x*s%other%a*s%other%c + s%other%b*x**4
  end subroutine fill
  subroutine head(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(box) :: s
    type(more) :: r, q
    type(middle) :: m
    call fill(x, s)
    m = middle(x, 2.0d0)
    m%a = m%a**2*m%b
    r = more(middle=m, c=x)
    q = more(base=base(x), c=3.0d0)
    y = s%sum*s%part%b + r%a*r%b**2 + r%c**3 + sin(q%a)*q%b + q%c*x
  end subroutine head
end module parts
