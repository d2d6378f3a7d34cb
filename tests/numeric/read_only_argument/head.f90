! What is INTENT(IN) by name is overwritten by a procedure without an interface: a small one stays a call.
! head: top(y)/(x)
! arg n integer 3
! arg x real8(3) 0.4 0.7 1.1
! arg y real8(3)
! before n 2
subroutine top(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   integer :: i
   do i = 1, n
      call twice(x(i))
   end do
   y = x*x
end subroutine top

subroutine twice(a)
   implicit none
   real(8) :: a
   a = 2*a*a
end subroutine twice
