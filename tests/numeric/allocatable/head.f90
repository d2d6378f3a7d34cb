! Local allocatable arrays, and automatic ones.
! head: foo(y)/(x)
! arg n integer 4
! arg x real8(4)
! arg y real8
! before n 3
subroutine foo(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8), allocatable :: w(:)
   real(8) :: v(n)
   integer :: i
   allocate (w(n))
   do i = 1, n
      w(i) = x(i)*x(n + 1 - i)
      v(i) = sin(w(i))
   end do
   y = sum(w*v)
   deallocate (w)
end subroutine foo
