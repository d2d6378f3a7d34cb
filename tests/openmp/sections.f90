module sections
  implicit none
contains
  ! sections: values of each one, values that all read, a sum under atomic
  subroutine sect(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t, a, b, s
    integer :: i
    s = 0
!$omp parallel sections private(t) &
!$omp& shared(a, b, s)
!$omp section
    t = sin(x(1))
    a = t*x(2)
    do i = 2, n/2
      t = t*x(i)
      a = a + t*t
    end do
!$omp atomic
    s = s + a
!$omp section
    b = 1
    do i = 1, n
      b = b*x(i) + 0.1d0*x(n + 1 - i)
    end do
!$omp atomic
    s = s + b*x(3)
!$omp section
    do i = 3, n
      t = exp(-x(i))
      y(i) = t*t
    end do
!$omp end parallel sections
    y(1) = a*b
    y(2) = s
  end subroutine
  ! in a region, beside a loop, in a loop over time
  subroutine teams(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: u(n), v(n), w(n)
    integer :: i, k
    u = x
    v = 1
    w = 0
!$omp parallel private(i, k)
    do k = 1, 3
!$omp sections
      v(1:n) = v(1:n)*cos(u(1:n))
!$omp section
      do i = 1, n
        w(i) = w(i) + u(i)**2*k
      end do
!$omp end sections
!$omp do
      do i = 1, n
        u(i) = v(i)*w(i)
      end do
!$omp end do
    end do
!$omp end parallel
    y = u
  end subroutine
  ! the value of the last section counts
  subroutine last(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: t
    call inner(n, x, y, t)
    y(3) = t
  end subroutine
  subroutine inner(n, x, y, t)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), t
!$omp parallel sections lastprivate(t) num_threads(2)
!$omp section
    t = x(1)**2
    y(1) = t*x(4)
!$omp section
    t = x(2)**3
    y(2) = t*t
!$omp end parallel sections
  end subroutine
end module
