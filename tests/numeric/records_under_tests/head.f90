! Records of loops under tests, in a loop whose two parts run together: the loops have arrays of their own.
! head: f(y)/(x)
! arg n integer 3
! arg m integer 4
! arg dense logical .false.
! arg x real8(3) 0.3 0.5 0.7
! arg y real8(3)
subroutine f(n, m, dense, x, y)
  implicit none
  integer, intent(in) :: n, m
  logical, intent(in) :: dense
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i, j, k
  real(8) :: t
  do i = 1, n
    t = x(i)
    if (dense) then
      do j = 1, m
        do k = 1, m
          t = sin(t)*x(i) + 0.1d0*t*t
        end do
      end do
    else
      do j = 1, m
        if (mod(j, 3) == 1) then
          do k = j, m
            t = sin(t)*x(i) + 0.1d0*t*t
          end do
        end if
      end do
    end if
    y(i) = t*t
  end do
end subroutine f
