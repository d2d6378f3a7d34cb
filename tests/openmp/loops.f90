module loops
  implicit none
contains
  subroutine saxpy(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: a, x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: t
!$omp parallel do private(t) schedule(static)
    do i = 1, n
      t = a*x(i)
      y(i) = y(i)*sin(t) + t*t
    end do
!$omp end parallel do
  end subroutine
  subroutine dot(n, x, y, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
!$omp parallel do reduction(+:s) &
!$omp& schedule(dynamic, 4)
    do i = 1, n
      s = s + x(i)*exp(y(i))
    end do
  end subroutine
  subroutine rec(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i, k
    real(8) :: t
!$omp parallel do private(t, k)
    do i = 1, n
      t = x(i)
      do k = 1, 5
        if (t > 1) then
          t = sin(t)*x(i)
        else
          t = exp(t)
        end if
      end do
      y(i) = t
    end do
!$omp end parallel do
  end subroutine
  subroutine stencil(n, m, u, v)
    integer, intent(in) :: n, m
    real(8), intent(in) :: u(n,m)
    real(8), intent(out) :: v(n,m)
    integer :: i, j
    v = 0
!$omp parallel do private(i)
    do j = 2, m-1
      do i = 2, n-1
        v(i,j) = u(i,j)*(u(i+1,j) + u(i-1,j) + u(i,j+1) + u(i,j-1))
      end do
    end do
!$omp end parallel do
  end subroutine
  subroutine spmv(n, nz, rp, col, a, x, y)
    integer, intent(in) :: n, nz, rp(n+1), col(nz)
    real(8), intent(in) :: a(nz), x(n)
    real(8), intent(out) :: y(n)
    integer :: i, k
    real(8) :: t
!$omp parallel do private(k, t)
    do i = 1, n
      t = 0
      do k = rp(i), rp(i+1)-1
        t = t + a(k)*x(col(k))
      end do
      y(i) = t
    end do
!$omp end parallel do
  end subroutine
end module
