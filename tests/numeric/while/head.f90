! Newton's method for a square root: the number of steps is not known beforehand.
! head: foo(y)/(x)
! arg x real8 7.0
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: old
   y = x
   old = 0.0d0
   do while (abs(y - old) > 1.0d-13*y)
      old = y
      y = 0.5d0*(y + x/y)
   end do
end subroutine foo
