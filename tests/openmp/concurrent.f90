module concurrent
  implicit none
contains
  ! a scalar that each iteration sets, and neighbours
  subroutine neighbours(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    integer :: i
    do concurrent (i = 2:n - 1)
      t = sin(x(i))
      y(i) = t*t*x(i - 1) + x(i + 1)
    end do
  end subroutine
  ! two indices and a mask
  subroutine masked(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: a(n/4, 4)
    integer :: i, j
    a = reshape(x, [n/4, 4])
    do concurrent (i = 1:n/4, j = 1:4, i /= j)
      a(i, j) = a(i, j)**2*x(j)
    end do
    y = reshape(a, [n])
  end subroutine
  ! elements that several iterations set: one thread
  subroutine scratch(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: w(2)
    integer :: i
    do concurrent (i = 1:n)
      w(1) = cos(x(i))
      w(2) = w(1)*x(i)
      y(i) = w(1)*w(2)
    end do
  end subroutine
end module
