! Calls without an optional argument at the end, with and without derivatives among the others: an argument that is added
! to them has a keyword.
! head: head(y)/(x)
! module optional_left_out
! arg x real8(4)
! arg y real8
module optional_left_out
  implicit none
contains
  subroutine weigh(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    real(8), intent(inout), optional :: z(n)
    integer :: i
    if (present(z)) then
      do i = 1, n
        z(i) = z(i)*x(i)*y
      end do
      y = y + sum(z**2)
    else
      do i = 1, n
        y = y*x(i)**2 + 0.1d0*i
      end do
    end if
  end subroutine weigh

  real(8) function norm(n, x, shift)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(in), optional :: shift
    norm = sqrt(sum(x**2))
    if (present(shift)) norm = norm*shift
  end function norm

  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: t(4)
    integer :: k
    t = 0.5d0
    y = norm(4, x)
    do k = 1, 3
      call weigh(4, x, y)
      call weigh(3, x(2:), y, t(:3))
      y = 0.1d0*y*norm(2, t) + norm(3, x, y)
    end do
  end subroutine head
end module optional_left_out
