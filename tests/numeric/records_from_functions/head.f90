! Variables of derived type with allocatable components as values of functions and by structure constructors.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(4)
module m
  implicit none
  type field
    real(8), allocatable :: v(:)
    real(8) :: scale = 1
    integer :: level = 0
  end type
contains
  function mixed(a, b) result(c)
    type(field), intent(in) :: a, b
    type(field) :: c
    c = a
    c%v = c%v*b%scale
    c%scale = a%scale*b%v(2)
  end function
  function basis(n, x) result(b)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(field) :: b(2)
    allocate (b(1)%v(n), b(2)%v(n))
    b(1)%v = x
    b(2)%v = x**2
  end function
  function total(b) result(t)
    type(field), intent(in) :: b(:)
    real(8) :: t
    integer :: i
    t = 0
    do i = 1, size(b)
      t = t + sum(b(i)%v)*i
    end do
  end function
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(4)
    type(field) :: p, q, s, b(2)
    integer :: i
    s%v = x**2
    q = field([x, x(2)], x(3), 1)
    y(1) = sum(q%v)*q%scale
    do i = 0, 2
      p = mixed(s, q)
      q = mixed(p, q)
    end do
    y(2) = sum(p%v)*p%scale
    p = field(x(1:2)*p%v(2), q%scale)
    y(2) = y(2) + sum(p%v)*p%scale + q%v(1) + size(p%v)
    p = field(null(), x(1), 3)
    y(3) = x(2)*p%scale
    if (.not. allocated(p%v)) y(3) = y(3)*x(3)
    y(4) = 0
    do i = 1, 3
      b = basis(i, x(:i))
      if (i == 2) b(1) = b(2)
      y(4) = y(4) + total(b)**2
    end do
    y(4) = total(basis(n, x*y(4)))
  end subroutine
end module
