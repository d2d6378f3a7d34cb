module hidden
  implicit none
contains
  ! a private variable hides another one
  subroutine inside(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: c
    c = x(1)
!$omp parallel do private(c)
    do i = 2, n
      c = x(i)
      y(i) = c*c
    end do
    y(1) = c*c
  end subroutine
  ! so does one of a region
  subroutine around(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: c
    c = x(1)
!$omp parallel private(c)
    c = 2*x(2)
!$omp do
    do i = 2, n
      y(i) = c*x(i)
    end do
!$omp end parallel
    y(1) = c*c
  end subroutine
  ! an argument may have a private copy
  subroutine argument(n, x, c, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: c, y(n)
    integer :: i
!$omp parallel do private(c)
    do i = 2, n
      c = x(i)
      y(i) = c*c
    end do
    y(1) = c*c
  end subroutine
  ! all variables without a clause are private
  subroutine by_default(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    real(8) :: c, w(2)
    c = x(1)
    w = 3*x(2)
!$omp parallel do default(private) shared(n, x, y)
    do i = 2, n
      c = x(i)
      w = 2*c
      y(i) = c*w(1)
    end do
    y(1) = c*w(2)
  end subroutine
end module
