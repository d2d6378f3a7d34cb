! Array constructors of structures: of structure constructors, variables, sections, values of functions, with implied DO; assigned, as arguments and as components.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
  type p
    real(8) :: a, b = 2
    integer :: k = 1
  end type
  type q
    type(p) :: l(2)
    real(8) :: w
  end type
contains
  function mk(x) result(r)
    real(8), intent(in) :: x
    type(p) :: r
    r = p(x, x**2, 3)
  end function
  subroutine use(l, s)
    type(p), intent(in) :: l(:)
    real(8), intent(out) :: s
    s = sum(l%a*l%b)
  end subroutine
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(3)
    type(p) :: l(2), m(3)
    type(p), allocatable :: d(:)
    type(q) :: z
    integer :: i
    l = [p(1.0d0, x(1)), p(x(2), k=4)]
    m = [(p(x(i), i*x(1), i), i=1, 3)]
    y(1) = sum(l%a*l%b) + m(2)%a*m(3)%b
    m = [l, m(1)]
    d = [m(3), mk(x(2)), l]
    y(2) = sum(d%a)*d(2)%b
    z = q([p(x(3)), d(2)], x(1)*x(2))
    y(3) = z%l(1)%a*z%l(2)%b*z%w
    call use([d(1), p(x(1), x(3))], y(2))
  end subroutine
end module
