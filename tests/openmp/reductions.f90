module reductions
  implicit none
contains
  subroutine product(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: p
    integer :: i
    p = x(3)
!$omp parallel do reduction(*:p)
    do i = 1, n
      p = p*(1 + 0.1d0*sin(x(i)))
    end do
    y(1) = p
  end subroutine
  subroutine largest(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: m, least
    integer :: i, k
    m = -1
    least = 2
!$omp parallel do reduction(max:m) reduction(min:least) private(k)
    do i = n, 1, -1
      do k = 1, 3
        m = max(m, exp(x(i)*k))
      end do
      if (x(i)**2 < least) least = x(i)**2
      y(i) = x(i)
    end do
!$omp end parallel do
    y(1) = m*least
  end subroutine
  ! in a region, in a loop over time
  subroutine steps(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: u(n), m
    integer :: i, k
    u = x
!$omp parallel private(k)
    do k = 1, 4
!$omp single
      m = 0
!$omp end single
!$omp do reduction(max:m)
      do i = 1, n
        m = max(m, abs(u(i)))
      end do
!$omp end do
!$omp do
      do i = 1, n
        u(i) = u(i)/m + 0.1d0*x(i)
      end do
!$omp end do
    end do
!$omp end parallel
    y = u
  end subroutine
end module
