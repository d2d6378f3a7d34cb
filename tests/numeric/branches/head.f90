! If, else if and else, nested, within a loop: all branches are taken.
! head: foo(y)/(x)
! arg n integer 6
! arg x real8(6) -1.2 0.3 0.9 1.7 2.5 3.1
! arg y real8(6)
! before n 5
subroutine foo(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   integer :: i
   do i = 1, n
      if (x(i) < 0.0d0) then
         y(i) = -x(i)**3
      else if (x(i) < 1.0d0) then
         y(i) = x(i)
         if (i > 2) y(i) = y(i)*x(i - 1)
      else if (mod(i, 2) == 0) then
         y(i) = sin(x(i))
      else
         y(i) = 1.0d0/x(i)
      end if
   end do
end subroutine foo
