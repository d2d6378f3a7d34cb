! Results whose shapes are declared over the bounds, the shape, elements, components and the length of dummy arguments, which are not those of what is passed.
! head: head(y)/(x)
! module m
! arg x real8(4) 0.7 1.2 0.4 0.9
! arg y real8(8)
module m
  implicit none
  type box
    integer :: n
  end type box
contains
  function upto(e) result(h)
    real(8), intent(in) :: e(0:)
    real(8) :: h(ubound(e, 1))
    h = e(1:)*e(0)
  end function

  function from_zero(a) result(c)
    real(8), intent(in) :: a(0:)
    real(8) :: c(0:ubound(a, 1))
    c = a**2
  end function

  function shorter(k, a) result(b)
    integer, intent(in) :: k
    real(8), intent(in) :: a(k)
    real(8) :: b(size(a))
    b = sin(a)*a(k)
  end function

  function told(sh, a) result(b)
    integer, intent(in) :: sh(0:1)
    real(8), intent(in) :: a
    real(8) :: b(sh(1))
    b = a*a
  end function

  function held(t, a) result(b)
    type(box), intent(in) :: t
    real(8), intent(in) :: a
    real(8) :: b(t%n)
    b = cos(a)
  end function

  function named(s, a) result(b)
    character(2), intent(in) :: s
    real(8), intent(in) :: a
    real(8) :: b(len(s))
    b = a
    if (s == 'ab') b(2) = a*a
  end function

  function grid(a, k) result(b)
    integer, intent(in) :: k
    real(8), intent(in) :: a(:, 0:)
    real(8) :: b(max(k, 1), size(a, 2))
    b = spread(a(1, :)*a(2, :), 1, k)
  end function

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(8)
    real(8) :: q(-1:2)
    integer :: s(2)
    q = x
    s = [1, 3]
    y(1) = sum(upto(q))
    y(2) = sum(upto([x(2), x(1)*x(3), x(4)]))
    y(3) = sum(x(1:3)*from_zero(q(0:2)))
    y(4) = sum(shorter(2, x))
    y(5) = sum(shorter(3, x(2)*x))
    y(6) = sum(x(2:4)*told(s, x(1))) + sum(told([2, 1], x(3)))
    y(7) = sum(held(box(3), x(2))) + sum(named('abc', x(4)))
    y(8) = sum(grid(reshape(x, [2, 2]), 3)*2)
  end subroutine head
end module m
