! Output changes the indices of its implied DO loops and its status, also in the second run of an inner procedure, which leaves the output out.
! head: top(y)/(x)
! arg x real8(4) 0.4 0.7 1.1 0.9
! arg y real8
subroutine top(x, y)
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y
   integer :: i
   i = 2
   y = x(i)**2
   write (10, *) (x(i), i=1, 3)
   y = y*x(i)
   call inner(x, y)
   i = 1
   y = y*sin(x(i))
   write (10, *) (x(i)*y, i=1, 3)
   rewind (10)
end subroutine top
subroutine inner(x, y)
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(inout) :: y
   integer :: i, j, k, status
   j = 3
   y = y*x(j)**2
   status = 1
   write (10, *, iostat=status) ((x(i)*j, i=1, 2), j=1, 3)
   if (status == 0) y = y*x(j)*x(i + 1)
   print '(4f4.1)', (x(k), k=1, 0)
   do k = 1, 2
      y = y + x(k)**3
   end do
   y = y*x(k)
end subroutine inner
