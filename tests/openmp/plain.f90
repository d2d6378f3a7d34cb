! Loops without directives, for `--add-openmp`.
module plain
  implicit none
  real(8) :: seen
contains
  subroutine several(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t, s, last, u(n), a(n, 3)
    integer :: i, k
    s = 0
    do i = 1, n
      t = sin(x(i))
      s = s + t*t
      u(i) = t*x(1)
      last = t*exp(x(i))
    end do
    do i = 2, n - 1
      y(i) = u(i - 1)*u(i) + s*u(i + 1)
    end do
    do i = 1, n
      do k = 1, 3
        a(i, k) = u(i)**k
      end do
      y(i) = y(i) + a(i, 1)*a(i, 2) + a(i, 3)
    end do
    y(1) = last*s
  end subroutine
  ! loops whose iterations depend on each other, and one with a variable of a called procedure
  subroutine chained(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 2, n
      y(i) = 0.5d0*y(i - 1) + x(i)**2
    end do
    do i = 1, n
      call note(x(i), y(i))
    end do
    do i = 1, n
      y(i) = y(n + 1 - i)*x(i)
    end do
    do i = 1, n
      y(i) = y(i)*x(i)
    end do
  end subroutine
  subroutine note(a, b)
    real(8), intent(in) :: a
    real(8), intent(inout) :: b
    seen = a*b
    b = seen*a
  end subroutine
end module
