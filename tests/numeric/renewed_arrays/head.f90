! Arrays that several nests change in turn: those that renew each element from its own value, alone and after statements that use it; others that use neighbours, new and old; of two dimensions, in sections, by the result, and under a test.
! head: top(u, z, y)/(u, z, v)
! arg n integer 5
! arg m integer 4
! arg u real8(5) 0.4 0.7 0.5 0.8 0.6
! arg z real8(5,4) 0.3 0.5 0.7 0.4 0.6 0.8 0.35 0.45 0.55 0.65 0.75 0.5 0.6 0.7 0.3 0.4 0.5 0.6 0.7 0.8
! arg v real8(5) 0.6 0.9 0.7 0.5 0.8
! arg y real8(3)
subroutine top(n, m, u, z, v, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n), z(n, m)
  real(8), intent(in) :: v(n)
  real(8), intent(out) :: y(3)
  real(8) :: w(n), s
  integer :: i, j, it
  y = 0
  do it = 1, 2
    ! own elements, then a sweep that needs none
    do i = 1, n
      u(i) = u(i)*v(i)*(1 + 0.1d0*u(i))
    end do
    do i = 2, n
      u(i) = u(i) - 0.3d0*u(i-1)
    end do
    ! used before it is renewed, in the same iteration
    do i = 1, n
      s = u(i)**2
      w(i) = s*v(i)
      u(i) = 0.5d0*u(i)*s
    end do
    u = 2*u + 0.2d0
    ! used after it is renewed
    do i = 1, n
      u(i) = u(i)*w(i)
      y(1) = y(1) + u(i)**2
    end do
    do i = n, 1, -1
      u(i) = 0.4d0*u(i) + 0.1d0
    end do
    ! neighbours
    do i = 1, n
      u(i) = u(i)*u(max(i-1, 1)) + u(min(i+1, n))
    end do
    do i = 1, n
      u(i) = 0.3d0*u(i) + 0.2d0
    end do
    ! two dimensions, with an index that it also uses elsewhere
    do j = 1, m
      do i = 1, n
        z(i, j) = z(i, j)*u(i)*sin(z(i, j))
      end do
    end do
    do j = 2, m
      do i = 1, n
        z(i, j) = 0.5d0*(z(i, j) + z(i, j-1))
      end do
    end do
    do j = 1, m
      do i = 1, n
        z(i, j) = z(i, j)*z(1, j) + 0.3d0
      end do
    end do
    z(:, 2:m) = 0.9d0*z(:, 2:m)
    ! by the result, and under a test
    do i = 1, n
      u(i) = exp(-u(i))
    end do
    do i = 1, n
      u(i) = u(i) + 0.1d0
    end do
    do i = 1, n
      if (u(i) > 0.5d0) u(i) = u(i)**2
    end do
    do i = 1, n
      u(i) = 0.8d0*u(i)
    end do
    y(2) = y(2) + sum(z)*u(2)
  end do
  y(3) = sum(u)
end subroutine top
