module lasts
  implicit none
contains
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
  subroutine both(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n), z
    integer :: i
    real(8) :: t
!$omp parallel do lastprivate(t) schedule(dynamic, 3)
    do i = n, 1, -1
      t = sin(x(i))*x(i)
      y(i) = t*t
      t = t + exp(t)
    end do
    z = t*x(2)
  end subroutine
  subroutine hard(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n), z
    integer :: i, k
    real(8) :: t
!$omp parallel do lastprivate(t) private(k)
    do i = 1, n
      t = x(i)
      do k = 1, 4
        if (t > 0.5d0) then
          t = sin(t)*x(i)
        else
          t = exp(t)
        end if
      end do
      y(i) = t
    end do
    z = t*t
  end subroutine
end module
