! Sums over a loop for an element: which exists only if the loop has iterations, which other elements of the array are
! read between its increments, which increments of other elements may touch, and in loops of other forms.
! head: sums(y, a)/(x, a)
! arg n integer 19
! arg none integer 0
! arg ip integer(19) 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8
! arg x real8(19) 0.4 0.7 1.1 0.9 -0.3 0.2 0.8 1.3 0.2 -0.6 0.5 0.1 0.6 -0.2 0.25 0.9 0.7 1.2 0.35
! arg a real8(19,19)
! arg y real8(19)
subroutine sums(n, none, ip, x, a, y)
  implicit none
  integer, intent(in) :: n, none, ip(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n, n)
  real(8), intent(out) :: y(n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = 0.1d0*a(i, j)*x(i) + 0.3d0/(i + j)
    end do
    a(j, j) = a(j, j) + 2
  end do
  y = x
  ! no iterations, and x(none) does not exist
  do i = 1, none
    y(i) = y(i) + x(none)*x(i)
  end do
  ! elimination, upwards and downwards
  do k = 1, n
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)/a(k, k)
      end do
    end do
  end do
  do j = n, 2, -1
    y(j) = y(j)/a(j, j)
    do i = 1, j - 1
      y(i) = y(i) - a(i, j)*y(j)
    end do
  end do
  ! the same element in one iteration
  do j = 1, n
    do k = 1, j - 1
      do i = j, n
        a(i, j) = a(i, j) - 0.01d0*a(i, k)*a(j, k)
      end do
    end do
  end do
  ! an element that iterations also read, or overwrite
  do i = 1, n
    y(ip(i)) = 0.5d0*x(i)*y(3) + 0.1d0*y(ip(i))
  end do
  ! a bound, and a subscript, that change in the loop
  k = n
  do i = 1, k
    k = max(k - 1, 1)
    y(i) = y(i) + 0.2d0*x(k)*a(i, 2)
  end do
  ! in branches, and by strides
  do j = 1, n - 1, 3
    do i = 1, n, 2
      if (x(i) > 0.3d0) then
        y(j) = y(j) + x(j)*a(i, j)**2
      else
        y(i) = y(i) + x(j)*x(i)
      end if
    end do
  end do
end subroutine
