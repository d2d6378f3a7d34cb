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
  ! arrays: the largest value and the product of each class
  subroutine classes(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: most(0:2), factor(2, 2)
    integer :: i, k
    most = 0.1d0
    factor = x(1)
!$omp parallel do reduction(max:most) reduction(*:factor) private(k)
    do i = 1, n
      k = mod(7*i, 3)
      most(k) = max(most(k), x(i)**2)
      do k = 1, 2
        factor(k, :) = factor(k, :)*[1 + 0.01d0*k*x(i), 1 - 0.02d0*x(i)]
      end do
    end do
    y(1:3) = most
    y(4:7) = reshape(factor, [4])
  end subroutine
  ! the clauses of a region
  subroutine region(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: m, s, p, h(3)
    integer :: i
    m = -1
    s = 0
    h = 0
    p = x(1)
!$omp parallel reduction(max:m) reduction(+:s, h) reduction(*:p)
!$omp do
    do i = 1, n
      s = s + x(i)**2
      h(1 + mod(i, 3)) = h(1 + mod(i, 3)) + sin(x(i))
      m = max(m, x(i)*0.5d0)
    end do
!$omp end do
!$omp single
    y(2) = x(3)**2
!$omp end single
!$omp do
    do i = 1, n
      m = max(m, x(i)**2)
      s = s + x(i)**3
      p = p*(1 + 0.1d0*x(i))
    end do
!$omp end do
!$omp end parallel
    y(1) = m*s*p*h(1)*h(2)*h(3)
  end subroutine
  ! parts of threads, combined under critical, atomic and a reduction
  subroutine parts(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: own, part(2), m, s, h(2), all
    integer :: i, k
    s = 0
    h = x(1:2)
    all = 0
    y(3) = 0
!$omp parallel private(own, part, m) reduction(+:all)
    own = 0
    part = 0
    m = 0
!$omp do
    do i = 1, n
      own = own + x(i)**2
      part(1 + mod(i, 2)) = part(1 + mod(i, 2)) + x(i)**3
      m = max(m, x(i)*x(1))
    end do
!$omp end do
!$omp critical
    s = s + own
    do k = 1, 2
      h(k) = h(k) + part(k)
    end do
    y(3) = max(y(3), m)
!$omp end critical
    all = all + own
!$omp atomic
    all = all + part(1)*2
!$omp end parallel
    y(1) = s*h(1)*h(2)
    y(2) = all
  end subroutine
end module
