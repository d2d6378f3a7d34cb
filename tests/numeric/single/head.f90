! Single precision.
! head: foo(y)/(x)
! arg x real(3) 0.5 1.5 1.25
! arg y real
subroutine foo(x, y)
   implicit none
   real, intent(in) :: x(3)
   real, intent(out) :: y
   integer :: i
   y = 1.0
   do i = 1, 3
      y = y*x(i) + 0.5*x(i)**2
   end do
end subroutine foo
