! Arrays that a procedure is passed as elements of one array: parts of it, one behind the other, or with elements in common, which the adjoint must not change by two names.
! head: head(y)/(x)
! arg n integer 20
! arg j integer 2
! arg k integer 3
! arg w real8(24) 0.3 1.1 0.7 0.2 0.9 1.3 0.4 0.8 0.6 1.2 0.5 0.1 1.4 0.35 0.95 0.15 0.25 0.65 1.05 0.45 0.85 0.75 0.55 1.25
! arg x real8(40)
! arg y real8(10)
! flags -O3 -fno-inline -fcheck=no-all
subroutine inner(n, a, b, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: z
  integer :: i
  z = 0
  do i = 1, n
    z = z + a(i)*b(i) + a(i)**2*b(i)**2
  end do
end subroutine inner

subroutine unsized(n, a, b, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*), b(*)
  real(8), intent(out) :: z
  integer :: i
  z = 0
  do i = 1, n
    z = z + a(i)**2*exp(b(i))
  end do
end subroutine unsized

subroutine scaled(n, a, s, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), s
  real(8), intent(out) :: z
  z = sum(a**2)*s
end subroutine scaled

subroutine plane(n, m, a, b, z)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(n, m)
  real(8), intent(out) :: z
  z = sum(a**2*b)
end subroutine plane

! what is passed is of unknown size here, too
subroutine between(n, a, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(*)
  real(8), intent(out) :: z
  call inner(n, a(1), a(2), z)
end subroutine between

subroutine head(n, j, k, w, x, y)
  implicit none
  integer, intent(in) :: n, j, k
  real(8), intent(in) :: w(24), x(2*n)
  real(8), intent(out) :: y(10)
  real(8) :: u(n, 0:4), v(0:2*n-1), q(2, n, 3)
  integer :: i, l
  v = x
  do l = 0, 4
    do i = 1, n
      u(i, l) = x(i)*w(mod(i + 4*l, 24) + 1)
    end do
  end do
  do l = 1, 3
    do i = 1, n
      q(1, i, l) = x(i)*w(mod(i + 5*l, 24) + 1)
      q(2, i, l) = x(i)**2 + w(l)
    end do
  end do
  ! shifted by one, the same, one behind the other
  call inner(n, v(0), v(1), y(1))
  call inner(n, v(k), v(k), y(2))
  call inner(n, v(0), v(n), y(3))
  ! columns: neighbours, any, and by unknown sizes
  call inner(n, u(1, j), u(1, j+1), y(4))
  call inner(n, u(1, j), u(1, k), y(5))
  call unsized(n, u(1, j), u(1, k-j), y(6))
  call unsized(n, v(1), v(3), y(7))
  call scaled(n, v(2), v(4), y(8))
  ! planes, one after the other and not quite
  call plane(2, n, q(1, 1, j), q(1, 1, j-1), y(9))
  call plane(2, n, q(1, 1, 1), q(1, 2, 1), y(10))
  call between(n, v, y(2))
  y(10) = y(10) + y(2)
end subroutine head
