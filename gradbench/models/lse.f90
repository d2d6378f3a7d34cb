!> Logarithm of a sum of exponentials, shifted by the largest exponent so that none overflows.
!! Independent: x. Dependent: y.
subroutine lse(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: largest
   largest = maxval(x)
   y = largest + log(sum(exp(x - largest)))
end subroutine lse
