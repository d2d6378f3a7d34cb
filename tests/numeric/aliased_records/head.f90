! Records that are assigned from themselves by another name: pointers to other elements, to a component, and by EQUIVALENCE.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8(6)
module m
  implicit none
  type cell
    real(8) :: a = 0
    real(8) :: b(2) = 0
  end type
  type pair
    sequence
    real(8) :: a, b
  end type
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(6)
    type(cell), target :: r(4), s
    type(cell), pointer :: q(:), one
    real(8), pointer :: p
    type(pair) :: u, v(2)
    equivalence (u, v(2))
    integer :: i
    do i = 1, 4
      r(i)%a = x(i)
      r(i)%b = [x(i)**2, x(i)*x(1)]
    end do
    q => r(4:1:-1)
    r = q
    y(1) = sum(r%a*x) + sum(r%b(2)*x)
    q => r(1:3)
    r(2:4) = q
    y(2) = sum(r%a*x) + sum(r%b(1)*x)
    s = r(1)
    p => s%a
    s = cell(s%b(1)*x(2), [p, p*x(3)])
    y(3) = s%a + s%b(1)*s%b(2)
    one => r(3)
    r = one
    y(4) = sum(r%a*x) + sum(r%b(2)*x)
    v(1) = pair(x(1), x(2))
    v(2) = pair(x(3), x(4))
    v(2) = pair(u%b, u%a*x(1))
    y(5) = u%a*u%b
    v = v(2:1:-1)
    u = pair(v(2)%b, v(2)%a)
    y(6) = v(1)%a*x(2) + v(1)%b*x(1) + v(2)%a + u%b**2
  end subroutine
end module
