! Variables of which each thread has one: loops that name them run on one thread in the derivative.
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
  ! a loop that names none of them
  subroutine apart(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    call fill(x(2))
!$omp parallel do
    do i = 1, n
      y(i) = x(i)**2
    end do
    y(1) = y(1)*work(1)*work(3)
  end subroutine
  ! a local variable that keeps its value, in a loop without directives
  subroutine saved(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8), save :: t
!$omp threadprivate(t)
    integer :: i
    t = x(1)
    do i = 1, n
      t = t*cos(x(i))
      y(i) = t*t
    end do
  end subroutine
end module
