! Pointers in objects that take the bounds of their targets, and read what is written by another name.
!
! head: head(y)/(x)
! arg x real8(4) 0.7 1.1 0.4 0.9
! arg y real8(4)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  type box
    real(8), pointer :: p(:) => null()
    real(8), pointer :: m(:, :) => null()
  end type box
  real(8), target :: v(0:3), w(-1:0, 2:3)
  type(box) :: b

  v = x
  w = reshape(x*x, [2, 2])
  b%p => v
  b%m => w
  y(1) = b%p(0)*x(2) + b%p(2)
  y(2) = b%m(-1, 2)*b%m(0, 3) + b%m(0, 2)*x(1)
  b%p => v(1:3)
  y(3) = b%p(1)*b%p(3)
  y(4) = b%p(2)*x(1)
  v(2) = x(3)**2
  y(4) = y(4) + b%p(2)*x(2)
end subroutine head
