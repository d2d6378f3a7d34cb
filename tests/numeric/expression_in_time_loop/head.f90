! Expressions as arguments in loops and regions that run again; directives one before the other; a directive about one of several calls.
! head: head(y)/(x)
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
! before n 2
subroutine head(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u(n)
  real(8), allocatable :: work(:)
  integer :: i
  u = x
  !$adc binomial-ckp 2
  !$adc nocheckpoint
  do i = 1, 6
    call step(n, 0.5d0*u, u)
  end do
  call step(n, x, u)
  !$adc checkpoint-start
  call step(n, x*u, u)
  u(2) = u(2)*x(1)
  !$adc checkpoint-end
  !$adc fixed-point (u) tol=1d-14
  !$adc checkpoint
  do i = 1, 200
    call relax(n, x**2, u)
  end do
  !$adc binomial-ckp 1
  do i = 1, 4
    if (u(1) > 0) then
      allocate (work(0:i))
      work = u(1)*i
      u = u + sin(work(i)*x)
      deallocate (work)
    end if
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
subroutine relax(n, a, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: u(n)
  u = 0.1d0*u + 0.2d0*sin(a*u) + a
end subroutine relax
