! Scalars beside stencils, and at the ends of loops: what an assignment converts is not what is assigned, a bound is of another kind than its index, and some have two names.
! head: smooth(y)/(x)
! arg n integer 9
! arg x real8(9) 0.3 1.1 0.7 0.2 0.9 1.3 0.4 0.8 0.6
! arg y real8(9)
! before n 8
subroutine smooth(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(9)
  real(8) :: z(n)
  integer :: i
  do i = 1, n
    z(i) = 0.37d0*i
  end do
  call weights(n, z, x, y(1))
  call rounded(n, z, x, y(2))
  call as_real(n, x, y(3))
  call at_the_end(n, x, y(4))
  call long_index(n, x, y(5))
  call pointer_to_bound(n, x, y(6))
  call one_memory(n, x, y(7))
  call pointed_at(n, x, y(8))
  call two_lines(n, 3, 2, x, y(9))
end subroutine smooth

subroutine weights(n, z, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: z(n), x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), dz
  integer :: i, lev
  w = 0
  do i = 2, n - 1
    lev = z(i)
    dz = z(i) - lev
    w(i) = dz*x(i+1) + (1 - dz)*x(i-1)
  end do
  y = sum(w**2)
end subroutine weights

subroutine rounded(n, z, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: z(n), x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), d
  real(4) :: r
  integer :: i, k
  w = 0
  do i = 2, n - 1
    k = 2.7d0*z(i)
    w(i) = k*x(i-1) + k*x(i+1)
  end do
  do i = 2, n - 1
    r = z(i)*1d5
    d = int(r) + 0.5d0*z(i)
    w(i) = w(i) + 1d-5*(d*x(i-1) - d*x(i+1))
  end do
  y = sum(w**2)
end subroutine rounded

subroutine as_real(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), r
  integer :: i, t
  w = 0
  do i = 2, n - 1
    r = i
    t = i + 50
    w(i) = r*r*(x(i+1) - x(i-1))/(t*t)
  end do
  y = sum(w**2)
end subroutine as_real

subroutine at_the_end(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), t
  integer :: i, k
  do i = 1, n
    k = i + 1
    if (i == n) k = 1
    t = i + 1
    w(i) = x(i)*sqrt(t) + x(k)*exp(-t) + x(i)*(t/2)
  end do
  y = sum(w**2)
end subroutine at_the_end

subroutine long_index(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n), c(0:3)
  integer(8) :: i, k, m
  w = 0
  k = 3
  c = [0.5d0, 1.5d0, 0.7d0, 1.1d0]
  do i = 2, n - 1
    w(i) = (2*i)*x(i-1) + c(iand(i, k))*x(i+1)
  end do
  do i = 1, n
    m = i + 1
    if (i == n) m = 1
    w(i) = w(i) + (i*k)*x(m)
  end do
  y = sum(w**2)
end subroutine long_index

subroutine pointer_to_bound(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  integer, target :: m
  integer, pointer :: p
  integer :: i
  m = n
  p => m
  w = 0
  do i = 1, m
    p = mod(i, 2) + 1
    if (i == 1) p = 1
    w(i) = x(i)*x(p)
  end do
  y = sum(w**2)
end subroutine pointer_to_bound

subroutine one_memory(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  integer :: i, k, m
  equivalence (k, m)
  w = 0
  !$ad ii-loop
  do i = 2, n - 1
    k = mod(i, 3) + 1
    w(i) = m*x(i-1) + m*x(i+1)
  end do
  y = sum(w)
end subroutine one_memory

subroutine pointed_at(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  integer, target :: k
  integer, pointer :: p
  integer :: i
  w = 0
  k = 1
  p => k
  !$ad ii-loop
  do i = 2, n - 1
    k = mod(i, 3) + 1
    w(i) = p*x(i-1) + p*x(i+1)
  end do
  y = sum(w)
end subroutine pointed_at

! two rows of one array, which may be one
subroutine two_lines(n, k, l, x, y)
  implicit none
  integer, intent(in) :: n, k, l
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: g(n, n), w(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      g(i, j) = x(i)*x(j)
    end do
  end do
  w = 0
  do j = 2, n - 1
    w(j) = g(j+1, k) - g(j-1, k) + 2*g(j-1, l) + 3*g(j+1, l)
  end do
  y = sum(w)
end subroutine two_lines
