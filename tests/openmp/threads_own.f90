! Variables of which each thread has one: the derivative runs on one thread.
module storage
  implicit none
  real(8) :: work(3), factor = 2
!$omp threadprivate(work, factor)
end module
module threads_own
  use storage
  implicit none
contains
  subroutine scratch(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
!$omp parallel do
    do i = 1, n
      call fill(x(i))
      y(i) = work(1)*work(2) + work(3)
    end do
  end subroutine
  subroutine fill(a)
    real(8), intent(in) :: a
    work(1) = sin(a)
    work(2) = work(1)*a
    work(3) = exp(work(2))
  end subroutine
  subroutine copied(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    factor = x(1)
!$omp parallel copyin(factor)
!$omp do
    do i = 1, n
      y(i) = factor*x(i)
    end do
!$omp end do
!$omp end parallel
  end subroutine
  subroutine in_common(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8) :: c
    common /own/ c
!$omp threadprivate(/own/)
    integer :: i
!$omp parallel do
    do i = 1, n
      c = x(i)**2
      y(i) = c*c
    end do
  end subroutine
end module
