! Blocks at the end of a larger matrix, declared as if all rows of their columns were theirs; passed on as a whole, and a block of them.
! head: top(y)/(x)
! arg n integer 5
! arg ld integer 6
! arg x real8(5)
! arg y real8
! flags -fsanitize=address
subroutine top(n, ld, x, y)
   implicit none
   integer, intent(in) :: n, ld
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: a(ld, n)
   integer :: i, j
   do j = 1, n
      do i = 1, ld
         a(i, j) = x(j)*i + x(1 + mod(i + j, n))
      end do
   end do
   do i = 1, 2
      call twice(n - i, ld, a(ld - n + i + 1, i + 1), i == 1)
   end do
   y = sum(a(2:, :)**2) + a(1, 1)
end subroutine top
subroutine twice(m, ld, b, all)
   implicit none
   integer, intent(in) :: m, ld
   real(8), intent(inout) :: b(ld, m)
   logical, intent(in) :: all
   integer :: i, j
   do j = 1, m
      do i = 1, m
         b(i, j) = 0.1d0*b(i, j)**2
      end do
   end do
   call once(m, ld, b, all)
   call once(m, ld, b, .true.)
   call once(m - 1, ld, b(2, 2), .not. all)
end subroutine twice
subroutine once(m, ld, b, all)
   implicit none
   integer, intent(in) :: m, ld
   real(8), intent(inout) :: b(ld, m)
   logical, intent(in) :: all
   integer :: i, j
   do j = 1, m
      do i = 1, j
         if (i < j .or. all) b(i, j) = 0.1d0*b(i, j)*b(j, j)
      end do
   end do
end subroutine once
