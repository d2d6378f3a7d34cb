! Active and passive components side by side: copies between variables, broadcasts, constructors, function values, arrays of types in loops.
! head: head(y)/(x)
! module m
! arg n integer 3
! arg x real8(3)
! arg y real8(5)
module m
  implicit none
  type cell
    real(8) :: t, area
    real(8) :: q(2)
    integer :: id
  end type
  type grid
    type(cell) :: first
    real(8) :: h
    type(cell) :: others(2)
  end type
contains
  subroutine head(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(5)
    type(cell) :: a, b, cells(3)
    type(grid) :: g, k
    integer :: i
    ! a component that is active here and passive there
    a = cell(x(1), 2.0d0, (/x(2), 1.0d0/), 1)
    b%t = 3
    b%area = x(2)
    b%q = 2
    b%id = 2
    y(1) = a%t*a%area*b%area*b%t
    a = b
    y(1) = y(1) + a%t*a%area + sum(a%q)*b%t
    b%t = x(3)
    a = b
    a%area = a%area*a%area
    y(2) = a%t*a%area*a%q(1)
    ! elements of arrays of types
    do i = 1, n
      cells(i)%t = x(i)*i
      cells(i)%area = 0.5d0*i
      cells(i)%q = (/x(i)**2, 1.0d0/)
      cells(i)%id = i
    end do
    y(3) = 0
    do i = 2, n
      cells(i)%t = cells(i)%t*cells(i - 1)%t*cells(i)%area
      cells(i)%area = cells(i - 1)%area + 1
      y(3) = y(3) + cells(i)%t*cells(i)%q(2)
    end do
    cells(1) = a
    cells(2)%area = cells(1)%area
    cells(3) = cells(2)
    y(4) = cells(3)%area*cells(2)%t + cells(1)%t
    ! nested types
    g%first = cells(3)
    g%h = 2
    g%others = cells(1)
    g%others(2)%area = 4
    k = g
    k%h = k%h*k%others(2)%area
    k%first%area = k%first%area*k%others(1)%area
    g = scaled(k, x(1))
    y(5) = g%h*g%first%area + g%others(1)%t*g%others(2)%area + k%first%t
  end subroutine

  function scaled(g, s) result(r)
    type(grid), intent(in) :: g
    real(8), intent(in) :: s
    type(grid) :: r
    r = g
    r%h = 3
    r%others%area = r%others%area*s
    r%first%t = 1
  end function
end module
