! Loops that run backwards, with a stride that does not divide the range, and not at all.
! head: foo(y)/(x)
! arg n integer 8
! arg x real8(8)
! arg y real8
! before n 7
subroutine foo(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   y = 1.0d0
   do i = n, 1, -3
      y = y*x(i) + 1.0d0
   end do
   do i = 2, n, 4
      y = y + x(i)*y**2
   end do
   do i = n, 2
      y = y*x(i)
   end do
end subroutine foo
