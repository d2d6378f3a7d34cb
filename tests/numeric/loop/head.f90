! A loop over an array, with neighbours and an accumulation.
! head: foo(y, s)/(x)
! arg n integer 5
! arg x real8(5)
! arg y real8(5)
! arg s real8
! before n 4
subroutine foo(n, x, y, s)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n), s
   integer :: i
   s = 0.0d0
   y(1) = x(1)
   do i = 2, n
      y(i) = y(i - 1)*x(i) + x(i - 1)**2
      s = s + y(i)*x(n + 1 - i)
   end do
end subroutine foo
