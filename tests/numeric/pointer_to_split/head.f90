! A pointer to what a call with two sweeps overwrites.
! head: head(y)/(x0)
! arg x0 real8(3)
! arg y real8(2)
subroutine head(x0, y)
  implicit none
  real(8), intent(in) :: x0(3)
  real(8), intent(out) :: y(2)
  real(8), target :: x(3)
  real(8), pointer :: p(:)
  p => x
  x = x0
  y(1) = sum(p**3)
  call foo(x)
  y(2) = sum(p**2)*y(1)
contains
  subroutine foo(a)
    real(8), intent(inout) :: a(3)
    a = a**2
    a = a**3
  end subroutine
end subroutine head
