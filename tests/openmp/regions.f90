module regions
  implicit none
contains
  subroutine region(n, m, x, y, s)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n), s
    integer :: i, k
    real(8) :: t, z(n)
    s = 0
    do k = 1, m
!$omp parallel default(none) shared(n, x, y, z, k) private(t, i)
!$omp do schedule(static)
    do i = 1, n
      t = x(i)*k
      z(i) = sin(t)
    end do
!$omp end do nowait
!$omp barrier
!$omp single
    z(1) = z(1)*z(n)
!$omp end single
!$omp do
    do i = 2, n - 1
      y(i) = z(i-1)*z(i+1)
    end do
!$omp end do
!$omp end parallel
    y(1) = z(1)
    y(n) = z(n)
!$omp parallel do reduction(+:s)
    do i = 1, n
      s = s + y(i)**2
    end do
    end do
  end subroutine
  subroutine bare(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i
    real(8) :: c
!$omp parallel private(c)
    c = x(1)
!$omp do
    do i = 1, n
      y(i) = c*x(i)
    end do
!$omp end do
!$omp end parallel
  end subroutine
  subroutine crit(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
!$omp parallel do
    do i = 1, n
!$omp critical
      s = s + x(i)**3
!$omp end critical
    end do
  end subroutine
  subroutine after(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer :: i
    real(8) :: t
!$omp parallel do lastprivate(t)
    do i = 1, n
      t = x(i)**2
    end do
!$omp end parallel do
    y = t*x(1)
  end subroutine
  subroutine largest(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
!$omp parallel do
    do i = 1, n
!$omp critical
      if (x(i) > s) s = x(i)
!$omp end critical
    end do
  end subroutine
  subroutine product(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 1
!$omp parallel do reduction(*:s)
    do i = 1, n
      s = s*x(i)
    end do
  end subroutine
  ! iterations of a thread hand on a value
  subroutine handed(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: t
    t = x(1)
!$omp parallel do firstprivate(t)
    do i = 1, n
      t = t*x(i)
      y(i) = t
    end do
  end subroutine
  ! another statement reads the sum
  subroutine counted(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer :: i, k
    k = 0
!$omp parallel do
    do i = 1, n
!$omp critical
      k = k + 1
      y(i) = x(k)**2
!$omp end critical
    end do
  end subroutine
  subroutine cols(n, m, a, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), x(m)
    real(8), intent(out) :: y(n)
    real(8) :: w(5)
    integer :: i, j
!$omp parallel do default(private) shared(n, m, a, x, y)
    do i = 1, n
      w = 0
      do j = 1, m
        w(1 + mod(j,5)) = w(1 + mod(j,5)) + a(i,j)*x(j)**2
      end do
      y(i) = sum(w**2)
    end do
  end subroutine
end module
