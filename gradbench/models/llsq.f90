!> Half the sum of squared residuals of a polynomial with coefficients x, fitted to the sign function at n
!! equidistant points of [-1, 1].
!! Independent: x. Dependent: y.
subroutine llsq(m, n, x, y)
   implicit none
   integer, intent(in) :: m, n
   real(8), intent(in) :: x(m)
   real(8), intent(out) :: y
   real(8) :: t(n), s(n), polynomial(n)
   integer :: i, j
   t = [(-1 + 2*real(i - 1, 8)/(n - 1), i=1, n)]
   s = merge(sign(1d0, t), 0d0, t /= 0)
   polynomial = x(m)
   do j = m - 1, 1, -1
      polynomial = polynomial*t + x(j)
   end do
   y = sum((s - polynomial)**2)/2
end subroutine llsq
