! Functions in WHERE that are not elemental: they are evaluated once, whatever the mask, after the assignments before.
! head: f(y)/(x)
! module m
! arg x real8(4) 0.5 1.5 1.2 0.7
! arg y real8(4)
module m
contains
  function g(a) result(r)
    real(8), intent(in) :: a(:)
    real(8) :: r(size(a))
    r = a**2
  end function
  function total(a, n)
    real(8), intent(in) :: a(:)
    integer, intent(in) :: n
    real(8) :: total
    total = sum(a)*n
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y(4)
    real(8) :: z(4)
    integer :: i
    y = 0
    where (x > 1)
      y = 2*g(x)
    end where
    where (x < 1) y = y + total(x*x, 2)
    do i = 1, 2
      z = y
      where (y > 3)
        y = sin(y)*total(z, i) + g(g(y))
        y = total(z, 1)
      elsewhere (x < 0.6d0)
        y = y*x + total(g(y), 2)*sum(g(x)) - sum(z, mask=y > 0)*cshift(x, 1)
      elsewhere
        y = cos(x)*y
      end where
      y = sqrt(abs(y))
    end do
  end subroutine
end module
