! Masked assignments to elements that the array itself chooses: which ones is decided before.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8) :: a(3, 3), b(3)
  integer :: iv(3), order(3)
  iv = 1
  b = x*x
  a = spread(0.5d0 + 0.1d0*sin(x), 1, 3)
  where (a(2, 1:3) > 0.1d0)
    a(int(4.0d0*a(iv(3) + 2, 3)) + 1, :) = 0.1d0*b(:)*a(1, :)
  elsewhere
    a(int(a(iv(1), 1)) + 1, :) = b(:)
  end where
  order = [3, 1, 2]
  where (x > -9d0)
    order(order([2, 3, 1])) = order
  end where
  y = a(1, :)*a(2, order) + a(3, :)**2
end subroutine
