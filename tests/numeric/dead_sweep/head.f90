! A loop that overwrites a whole array, and that no derivative depends on, restores nothing of what the array held before.
! head: f(y)/(x)
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
subroutine f(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: w(3), last
   integer :: i
   w = 1.8d0*x
   y = 0
   do i = 1, 3
      y = y + w(i)**2*x(i)
   end do
   ! dead
   do i = 1, 3
      w(i) = 5
   end do
   last = w(2)
   ! not dead
   do i = 1, 3
      w(i) = x(i)**2
   end do
   y = y + w(1)*w(2) + w(3)**2
end subroutine f
