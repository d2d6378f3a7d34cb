! Exit and cycle, also from a named outer loop.
! head: foo(y)/(x)
! arg n integer 6
! arg x real8(6) 0.5 1.5 0.25 2.0 0.75 1.25
! arg y real8
! before n 5
subroutine foo(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i, j
   y = 1.0d0
   outer: do i = 1, n
      if (x(i) > 1.9d0) cycle
      do j = 1, n
         if (j == i) cycle
         if (y > 50.0d0) exit outer
         if (x(j) > 1.4d0) exit
         y = y + x(i)*x(j)*y
      end do
      y = y*1.1d0
   end do outer
end subroutine foo
