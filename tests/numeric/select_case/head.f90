! Select case on an integer that changes in the loop.
! head: foo(y)/(x)
! arg x real8(3)
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   integer :: i
   y = x(1)
   do i = 1, 9
      select case (mod(i*i, 7))
      case (0)
         y = y*x(1)
      case (1, 2)
         y = y + x(2)**2
      case (3:5)
         y = y - x(3)*y
      case default
         y = sin(y)
      end select
   end do
end subroutine foo
