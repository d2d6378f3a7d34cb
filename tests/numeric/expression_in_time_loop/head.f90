! Expressions as arguments in a loop that runs in parts, and in a procedure with two sweeps.
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u(n)
  integer :: i
  u = x
  !$adc binomial-ckp 2
  do i = 1, 6
    call step(n, 0.5d0*u, u)
  end do
  y = u
end subroutine head
subroutine step(n, a, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: u(n)
  call add(n, a**2, u)
end subroutine step
subroutine add(n, a, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: u(n)
  u = u*a + a
end subroutine add
