! Indices read from an array and changed on the way.
! head: foo(y)/(x)
! arg n integer 4
! arg p integer(4) 3 1 4 2
! arg x real8(4)
! arg y real8(4)
subroutine foo(n, p, x, y)
   implicit none
   integer, intent(in) :: n, p(n)
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y(n)
   integer :: i, k
   do i = 1, n
      y(i) = 0.0d0
   end do
   k = 1
   do i = 1, 2*n
      y(p(k)) = y(p(k))*x(k) + x(p(k))**2
      k = p(k)
      if (i == n) k = 2
   end do
end subroutine foo
