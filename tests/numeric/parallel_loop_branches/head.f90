! Loops with independent iterations in which branches record, and statements behind them, too; sums, calls, loops inside.
! head: cost(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8
! before n 3
subroutine cost(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: h(n), g(n, 3), s
  integer :: i, j
  h = x
  !$adc ii-loop
  do i = 1, n
    if (i > 2) h(i) = h(i)*x(i)
    h(i) = h(i)*x(i)
  end do
  s = 0
  !$adc ii-loop
  do i = 1, n
    g(i, :) = x(i)
    if (h(i) > 0.7d0) then
      do j = 2, 3
        g(i, j) = g(i, j - 1)*h(i)
        g(i, j) = g(i, j)**2
      end do
      call bump(g(i, 2), h(i))
    else if (h(i) > 0.3d0) then
      g(i, 1) = g(i, 1)**3
    end if
    g(i, 3) = g(i, 3)*g(i, 2)
    s = s + g(i, 3)*g(i, 1)
  end do
  y = sum(h)*s
contains
  subroutine bump(a, b)
    real(8), intent(inout) :: a, b
    if (a > 1d0) a = a*b
    b = b*a
    a = sin(a)*b
  end subroutine
end subroutine cost
