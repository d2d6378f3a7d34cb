! The user's comments stay with the statements that they belong to.
! head: foo(y)/(x)
! arg x real8(4)
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(4)   ! what is measured
   real(8), intent(out) :: y     ! what it costs
   integer :: i
   real(8) :: w                  ! a weight

   ! start from nothing
   y = 0.0d0

   ! all measurements
   do i = 1, 4
      w = 1.0d0/i                ! later ones count less
      if (x(i) > 1.0d0) then
         ! large: the square
         y = y + w*x(i)**2
      else
         y = y + w*x(i)          ! small: as it is
      end if
   end do
   ! and scale
   y = y*x(1)
end subroutine foo
