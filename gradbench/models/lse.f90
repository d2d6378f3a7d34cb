!> Logarithm of a sum of exponentials, shifted by the largest exponent so that none overflows.
!! Independent: x. Dependent: y.
subroutine lse(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: largest, total
   integer :: i
   largest = maxval(x)
   total = 0
   do i = 1, n
      total = total + exp(x(i) - largest)
   end do
   y = largest + log(total)
end subroutine lse
