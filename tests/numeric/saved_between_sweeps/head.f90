! Saved locals that are set before they are read, in procedures with two sweeps.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, 3
    call foo(x(i), y)
  end do
end subroutine head
subroutine foo(x, y)
  implicit none
  real(8) :: x, y, t
  integer :: k
  save
  data k /3/
  t = x*x
  k = 2
  y = y*t**k
end subroutine foo
