! An argument that is independent and dependent.
! head: foo(x)/(x, p)
! arg n integer 4
! arg x real8(4)
! arg p real8 0.3
! before n 3
subroutine foo(n, x, p)
   implicit none
   integer, intent(in) :: n
   real(8), intent(inout) :: x(n)
   real(8), intent(in) :: p
   integer :: i, k
   do k = 1, 3
      do i = 2, n - 1
         x(i) = x(i) + p*(x(i - 1) - 2.0d0*x(i) + x(i + 1))
      end do
      x(1) = x(1)*x(n)
   end do
end subroutine foo
