! Entries that stand among the declarations: all of the procedure runs behind them.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine scaled(v, n, f)
  integer :: n, i
  real(8) :: v(n), f
  real(8) :: g
  entry squared(v, n)
  g = 2
  do i = 1, n
    v(i) = g*v(i)**2
  end do
end subroutine scaled
real(8) function first(a)
  real(8) :: a, second, b
  entry second(b)
  second = 3
end function first
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8), external :: second
  y = x*x(1)
  call squared(y, 3)
  call scaled(y, 2, x(3))
  y(3) = y(3)*second(x(2))
end subroutine head
