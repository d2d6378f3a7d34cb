! A pointer to a passive array in a differentiated procedure.
! head: foo(y)/(x)
! arg x real8(3)
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8), target :: weights(3), others(3)
   real(8), pointer :: w(:)
   integer :: i
   weights = (/1.0d0, 2.0d0, 3.0d0/)
   others = weights + 1.0d0
   w => weights
   if (x(1) > 0.0d0) w => others
   y = 0.0d0
   do i = 1, 3
      y = y + w(i)*x(i)**2
   end do
end subroutine foo
