! Statements that read what they write by another name: in subscripts, sections, masks, FORALL, records and functions of elements.
! head: head(y)/(x)
! module m
! arg x real8(5)
! arg y real8(9)
module m
  implicit none
  type pair
    real(8) :: a = 0, b = 0
  end type
contains
  elemental function half(a) result(c)
    real(8), intent(in) :: a
    real(8) :: c
    c = 0.5d0*a*a
  end function
  subroutine indexed(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(3)
    real(8), target :: a(5)
    real(8), pointer :: first, turned(:)
    real(8) :: b(5), top
    equivalence (b(1), top)
    a = x*x
    first => a(1)
    turned => a(5:1:-1)
    a(min(5, int(4*first)) + 0) = 0.33d0*x(2)
    a(1 + mod(int(10*turned(5)), 5)) = a(2)*a(3)
    y(1) = first*sum(a)
    b = x*x(3)
    b(1 + mod(int(3*top), 2)) = x(1)*b(4)
    y(2) = top*b(2)
    b([1, 1 + mod(int(3*top), 2) + 1]) = b(4:5)**2
    y(3) = sum(b**2)
  end subroutine
  subroutine turning(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(6)
    real(8), target :: a(5)
    real(8), pointer :: p(:)
    type(pair), target :: r(5)
    type(pair), pointer :: q(:)
    real(8) :: c(5), d(5)
    integer :: i
    equivalence (c(2), d(1))
    p => a(5:1:-1)
    a = x
    a = p*a
    y(1) = sum(a*x)
    where (p > 0.8d0) a = a*p
    y(2) = sum(a*x)
    forall (i = 1:5) a(i) = p(i)*x(i)
    y(3) = sum(a*x)
    a = half(p)*x
    y(4) = sum(a*x)
    r%a = x
    r%b = x*x
    q => r(5:1:-1)
    r = q
    y(5) = sum(r%a*x) + sum(r(1:3)%b*x(3:5))
    c = x
    d(1:4) = c(1:4)*d(1:4)
    c(1:4) = half(d(1:4))
    y(6) = sum(c*x)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(5)
    real(8), intent(out) :: y(9)
    call indexed(x, y(1:3))
    call turning(x, y(4:9))
  end subroutine
end module
