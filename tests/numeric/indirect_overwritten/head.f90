! A loop that overwrites elements whose indices are read from an array, some of them several times: its adjoint depends on the order of its iterations.
! head: head(y)/(x)
! arg x real8(5)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y(3)
  integer :: p(5), i
  p = [2, 1, 2, 3, 2]
  y = 0.0d0
  do i = 1, 5
    y(p(i)) = x(i)
  end do
  do i = 1, 5
    y(mod(i, 2) + 1) = x(6 - i)*y(3)
  end do
end subroutine head
