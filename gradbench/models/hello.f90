!> Square of a number.
!! Independent: x. Dependent: y.
subroutine square(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = x*x
end subroutine square
