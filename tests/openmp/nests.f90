module nests
  implicit none
contains
  ! both loops are shared in both sweeps
  subroutine both(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: a(2, 20), t
    integer :: i, j
    a = reshape(x, [2, 20])
!$omp parallel do collapse(2) private(t)
    do j = 1, 20
      do i = 1, 2
        t = sin(a(i, j))
        a(i, j) = t*t*a(i, j)
      end do
    end do
    y = reshape(a, [n])
  end subroutine
  ! all iterations of the inner loop add to one element
  subroutine outer(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: a(3, n)
    integer :: i, j
!$omp parallel do collapse(2)
    do j = 1, n
      do i = 1, 3
        a(i, j) = x(j)**i
      end do
    end do
    y = a(1, :)*a(2, :) + a(3, :)
  end subroutine
  ! bounds that depend on outer variables, and on the index of the shared loop
  subroutine nested_bounds(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j, first, count
    real(8) :: t
    first = 2
    do count = 1, 3
!$omp parallel do private(t, j) schedule(guided)
      do i = first, n - count
        t = 0
        do j = first, i
          t = t + x(j)*x(i)
        end do
        do j = i, i + count
          t = t*cos(x(j))
        end do
        y(i) = y(i) + t
      end do
    end do
  end subroutine
  ! statements on arrays in a region, beside a loop
  subroutine arrays(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: a(n), b(n)
    integer :: i
!$omp parallel
!$omp workshare
    a = sin(x)
    b(2:n) = a(1:n-1)*x(2:n)
    b(1) = sum(a)
!$omp end workshare
!$omp do
    do i = 1, n
      y(i) = a(i)*b(i)
    end do
!$omp end parallel
!$omp parallel workshare
    y = y*cos(b)
!$omp end parallel workshare
  end subroutine
end module
