! What neighbours add is added where the elements are: with few iterations and none, with constant bounds, beside other columns; and where it cannot be or is not cheap, it goes to rows.
! head: smooth(y)/(x)
! arg n integer 9
! arg x real8(0:9)
! arg y real8(3)
subroutine smooth(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n)
  real(8), intent(out) :: y(3)
  real(8) :: a(0:n), g(0:n, 0:n), c(12), d(12), s, t
  integer :: i, k

  a = x
  y = 0
  ! from no iteration to more than the stencil is wide
  do k = 2, n
    call advect(k, a)
    call upstream(k, a)
    call chained(k, a)
  end do
  ! bounds that are constants: enough, not enough, and a single one
  do i = 1, 12
    c(i) = a(mod(i, n))
  end do
  do i = 2, 11
    d(i) = c(i+1)*c(i) + c(i-1)
  end do
  y(1) = sum(d(2:11)**2)
  do i = 3, 4
    d(i) = c(i+2)*c(i) + c(i-2)*c(i+1)
  end do
  y(1) = y(1) + d(3)*d(4)
  do i = 3, 3
    d(i) = c(i+1)*c(i-1)
  end do
  y(1) = y(1) + sin(d(3))
  ! columns
  do k = 0, n
    g(:, k) = a*a(k)
  end do
  do k = 1, n - 1
    call diffuse(n, k, g)
  end do
  y(2) = sum(g(1:n-1, 1:n-1))
  call last_of(n, x, s)
  call tabled(s, a)
  ! the last value of a scalar
  t = 0
  do i = 1, n - 1
    a(i) = a(i)*x(i)
    t = x(i-1)*x(i)
    c(i) = t*x(i+1) + a(i)*x(i-1)
  end do
  y(3) = sum(c(1:n-1)) + t*t + s*s
  ! neither cheap nor near
  do i = 1, n - 6
    y(3) = y(3) + exp(a(i))*a(i-1) + a(i+1)*a(i+6)
  end do
contains
  ! a loop of which nothing is left
  subroutine last_of(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n)
    real(8), intent(out) :: y
    real(8) :: last, value
    integer :: i
    value = 3
    do i = n, 1, -1
      value = value
    end do
    do i = 1, n
      last = x(i)
      value = last
    end do
    value = value
    y = value*value
  end subroutine last_of

  ! bounds that have names: few iterations, and many
  subroutine tabled(s, a)
    real(8), intent(inout) :: s
    real(8), intent(in) :: a(0:)
    integer, parameter :: few = 4, many = 24
    real(8) :: u(0:many), v(0:many)
    integer :: j
    do j = 0, many
      u(j) = s + a(mod(j, size(a)))
    end do
    v = 1
    do j = 1, few - 1
      v(j) = u(j+1) - u(j-1)
    end do
    do j = 3, few - 1
      v(j) = v(j) + u(j+2)*exp(u(j-2))
    end do
    do j = few, many - 2
      v(j) = u(j+2)*u(j-2) - u(j)
    end do
    do j = 1, many - 1
      u(j) = sin(v(j))*exp(v(j-1) - v(j+1))
    end do
    s = sum(u*v)
  end subroutine tabled

  subroutine advect(last, u)
    integer, intent(in) :: last
    real(8), intent(inout) :: u(0:)
    real(8) :: w(0:last)
    integer :: j
    w = 0
    do j = last - 2, 2, -1
      w(j) = (u(j+1) - u(j-2))*u(j-1) - u(j+2)
    end do
    do j = 1, last
      u(j) = u(j) + 0.1d0*w(j)
    end do
  end subroutine advect

  subroutine upstream(last, u)
    integer, intent(in) :: last
    real(8), intent(inout) :: u(0:)
    real(8) :: w(0:last)
    integer :: j
    w = 0
    do j = 3, last
      w(j) = u(j) - 0.5d0*(u(j-1)*u(j))
    end do
    do j = 1, last
      u(j) = u(j) + 0.1d0*w(j)
    end do
  end subroutine upstream

  ! the derivative of w is added to before it is read
  subroutine chained(last, u)
    integer, intent(in) :: last
    real(8), intent(inout) :: u(0:)
    real(8) :: w(0:last), v(0:last)
    integer :: j
    do j = 1, last - 1
      w(j) = u(j+1) - u(j-1)
      v(j) = w(j)*u(j)
    end do
    do j = 1, last - 1
      u(j) = u(j) + 0.1d0*v(j)
    end do
  end subroutine chained

  subroutine diffuse(m, k, f)
    integer, intent(in) :: m, k
    real(8), intent(inout) :: f(0:m, 0:m)
    real(8) :: w(0:m)
    integer :: j
    w = 0
    do j = 1, m - 1
      w(j) = f(j-1, k) + f(j+1, k) + f(j, k-1) + f(j, k+1) - 4*f(j, k)
    end do
    do j = 1, m - 1
      f(j, k) = f(j, k) + 0.1d0*w(j)*f(j, k)
    end do
  end subroutine diffuse
end subroutine smooth
