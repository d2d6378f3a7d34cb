! One component of all elements is recorded before the loop.
! head: f(q)/(x, q)
subroutine f(n, x, q)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  type point
    sequence
    real(8) :: at, speed
  end type
  type(point), intent(inout) :: q(n)
  integer :: i
  do i = 2, n
    q(i)%speed = q(i)%speed*q(i)%speed + x(i)*q(i-1)%at
    q(i)%at = q(i)%at + q(i)%speed
  end do
end subroutine
