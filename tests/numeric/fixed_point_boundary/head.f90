! A relaxation in an array that holds boundary values, too, which the iteration leaves as they are; a state of derived type.
! head: cost(y)/(bl, br, k)
! arg bl real8 1.2
! arg br real8 0.8
! arg k real8 0.7
! arg y real8
! tolerance 1e-6 1e-10
subroutine cost(bl, br, k, y)
  implicit none
  real(8), intent(in) :: bl, br, k
  real(8), intent(out) :: y
  integer, parameter :: n = 8
  real(8) :: h(0:n), change, new
  integer :: i
  h = 0
  h(0) = bl
  h(n) = br
  change = 1
  !$adc fixed-point (h)
  do while (change > 1d-14)
    change = 0
    do i = 1, n - 1
      new = 0.5d0*(h(i - 1) + h(i + 1)) - 0.01d0*k
      change = max(change, abs(new - h(i)))
      h(i) = new
    end do
  end do
  y = sum(h**2)
  call typed(bl, br, y)
contains
  subroutine typed(a, b, y)
    real(8), intent(in) :: a, b
    real(8), intent(inout) :: y
    type cell
      real(8) :: t, edge(2)
    end type
    type(cell) :: c(3)
    integer :: j, m
    c%t = 0
    do j = 1, 3
      c(j)%edge = [a, b*j]
    end do
    !$adc fixed-point
    do m = 1, 200
      do j = 1, 3
        c(j)%t = 0.3d0*sin(c(j)%t) + 0.1d0*c(1 + mod(j, 3))%t*c(j)%edge(1) + c(j)%edge(2)
      end do
    end do
    y = y + sum(c%t**2)*a
  end subroutine
end subroutine cost
