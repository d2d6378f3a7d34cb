! Elements that loops record: which of them go to the tape as a section, and which must not.
! head: head(y)/(x)
! arg n integer 6
! arg m integer 3
! arg x real8(6)
! arg y real8(6)
! before n 5
subroutine head(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(n)
  double precision :: u(0:n+1), v(n), w(n, m), s
  integer :: i, j, k, last(n)

  do i = 0, n + 1
    u(i) = 0.3d0 + 0.01d0*i
  end do
  v = x
  do j = 1, m
    do i = 1, n
      w(i, j) = x(i)*j
    end do
  end do
  s = 0.d0
  do k = 1, 3
    ! the element alone is needed, before it is overwritten
    do i = 1, n
      s = s + v(i)*u(i)
      u(i) = 0.3d0*u(i)*u(i) + 0.2d0*x(i)
    end do
    ! a neighbour that is overwritten in the loop, too
    do i = 1, n
      v(i) = v(i) + 0.1d0*v(max(i - 1, 1))**2
    end do
    ! the new value is needed
    do i = n, 1, -1
      u(i) = sin(u(i)) + 0.1d0*x(i)
      s = s + u(i)**3
    end do
    ! other elements than the index says, from the last to the first
    do i = n - 1, 1, -1
      u(i + 1) = 0.5d0*x(i)*u(i + 1)**2
    end do
    ! a nest, in both orders
    do j = 2, m
      do i = 1, n
        w(i, j) = 0.1d0*w(i, j)**2 + 0.1d0*u(i)*v(i)
      end do
    end do
    do i = 2, n
      do j = 1, m
        w(i, j) = w(i, j)*x(i)
        if (w(i, j) > 0.2d0) v(i) = v(i)*cos(w(i, j))
      end do
    end do
    ! a row that is another one in each iteration
    do j = 1, m
      last(1) = mod(j, n) + 1
      do i = 1, n
        w(i, m + 1 - j) = w(i, m + 1 - j)*0.5d0 + 0.01d0*x(last(1))*w(i, m + 1 - j)**2
      end do
      last(2) = last(1)
    end do
    ! no iteration: the bounds are not those of the array
    do i = n + 5, n + 2
      u(i) = u(i)**2
    end do
  end do
  do i = 1, n
    y(i) = u(i)*v(i) + s*w(i, m) + sum(w(i, :))*last(2)
  end do
end subroutine head
