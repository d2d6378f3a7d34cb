! A passive procedure that counts, in a saved local that overlays another one: it cannot be saved for a second run, so what calls it runs once, and so does the output.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  integer :: i
  y = 1
  do i = 1, 4
    call outer(i, x, y)
  end do
end subroutine head

subroutine outer(i, x, y)
  implicit none
  integer, intent(in) :: i
  real(8), intent(in) :: x(2)
  real(8), intent(inout) :: y
  call inner(x(1 + mod(i, 2)), y)
  y = y*x(1)
end subroutine outer

subroutine inner(a, y)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(inout) :: y
  integer :: k
  call count(k)
  y = y + sin(a*k)*y
end subroutine inner

subroutine count(k)
  implicit none
  integer, intent(out) :: k
  integer, save :: n = 0
  integer, save :: both(2)
  equivalence (both(1), n)
  ! the driver of this test calls the head more than once
  if (n == 4) n = 0
  n = n + 1
  k = n
  print *, 'count', k
end subroutine count
