!> Half the sum of squared residuals of a polynomial with coefficients x, fitted to the sign function at n
!! equidistant points of [-1, 1].
!! Independent: x. Dependent: y.
subroutine llsq(m, n, x, y)
   implicit none
   integer, intent(in) :: m, n
   real(8), intent(in) :: x(m)
   real(8), intent(out) :: y
   real(8) :: t, s, polynomial
   integer :: i, j
   y = 0
   do i = 1, n
      t = -1 + 2*real(i - 1, 8)/(n - 1)
      s = 0
      if (t /= 0) s = sign(1d0, t)
      polynomial = x(m)
      do j = m - 1, 1, -1
         polynomial = polynomial*t + x(j)
      end do
      y = y + (s - polynomial)**2
   end do
   y = y/2
end subroutine llsq
