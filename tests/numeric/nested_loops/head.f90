! A product of matrices, written out, and a triangular nest.
! head: foo(c, t)/(a, b)
! arg n integer 3
! arg a real8(3,3)
! arg b real8(3,3)
! arg c real8(3,3)
! arg t real8
! before n 2
subroutine foo(n, a, b, c, t)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n), b(n, n)
   real(8), intent(out) :: c(n, n), t
   integer :: i, j, k
   do j = 1, n
      do i = 1, n
         c(i, j) = 0.0d0
         do k = 1, n
            c(i, j) = c(i, j) + a(i, k)*b(k, j)
         end do
      end do
   end do
   t = 1.0d0
   do j = 1, n
      do i = j, n
         t = t*(1.0d0 + 0.1d0*c(i, j))
      end do
   end do
end subroutine foo
