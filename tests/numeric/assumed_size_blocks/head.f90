! Matrices of assumed size, blocks of larger ones: a recursive factorisation with pivots in place, triangular solutions, strides forwards and backwards, an error handler that prints and ends the program.
! head: solve(x)/(store, x)
! arg n integer 5
! arg ld integer 7
! arg store real8(7,6)
! arg x real8(5)
! flags -fsanitize=address
subroutine solve(n, ld, store, x)
   implicit none
   integer, intent(in) :: n, ld
   real(8), intent(in) :: store(ld, n + 1)
   real(8), intent(inout) :: x(n)
   real(8) :: a(ld*(n + 1) - 2), b(2*n - 1)
   integer :: pivots(n), i, j
   ! the block begins in the third row of the first column, and ends with the last element there is
   do j = 1, n
      do i = 1, n
         a((j - 1)*ld + i + 2) = store(i + 2, j + 1) + merge(n, 0, i == 1 + mod(j, n))
      end do
   end do
   b = 0
   do i = 1, n
      b(2*(n - i) + 1) = x(i)
   end do
   call factor(n, n, a(3), ld, pivots)
   call exchange(n, b, -2, pivots)
   call lower(n, a(3), ld, b, -2)
   call upper(n, a(3), ld, b, -2)
   do i = 1, n
      x(i) = b(2*(n - i) + 1)
   end do
end subroutine solve
recursive subroutine factor(m, n, a, ld, pivots)
   implicit none
   integer, intent(in) :: m, n, ld
   real(8), intent(inout) :: a(ld, *)
   integer, intent(inout) :: pivots(*)
   integer :: i, j, k
   real(8) :: t
   if (ld < m) call complain('factor', 4)
   if (n == 1) then
      k = 1
      do i = 2, m
         if (abs(a(i, 1)) > abs(a(k, 1))) k = i
      end do
      pivots(1) = k
      t = a(k, 1)
      a(k, 1) = a(1, 1)
      a(1, 1) = t
      call scale(m - 1, 1/t, a(2, 1), 1)
      return
   end if
   k = n/2
   call factor(m, k, a, ld, pivots)
   call rows(n - k, a(1, k + 1), ld, k, pivots)
   do j = k + 1, n
      call lower(k, a, ld, a(1, j), 1)
   end do
   call product(m - k, n - k, k, a(k + 1, 1), ld, a(1, k + 1), ld, a(k + 1, k + 1), ld)
   call factor(m - k, n - k, a(k + 1, k + 1), ld, pivots(k + 1))
   do i = k + 1, n
      pivots(i) = pivots(i) + k
      call swap(k, a(i, 1), a(pivots(i), 1), ld)
   end do
end subroutine factor
subroutine scale(n, f, x, inc)
   implicit none
   integer, intent(in) :: n, inc
   real(8), intent(in) :: f
   real(8), intent(inout) :: x(*)
   integer :: i
   do i = 1, n*inc, inc
      x(i) = f*x(i)
   end do
end subroutine scale
subroutine swap(n, x, y, inc)
   implicit none
   integer, intent(in) :: n, inc
   real(8), intent(inout) :: x(*), y(*)
   real(8) :: t
   integer :: i
   do i = 1, n*inc, inc
      t = x(i)
      x(i) = y(i)
      y(i) = t
   end do
end subroutine swap
subroutine rows(n, a, ld, k, pivots)
   implicit none
   integer, intent(in) :: n, ld, k, pivots(*)
   real(8), intent(inout) :: a(ld, *)
   integer :: i
   do i = 1, k
      if (pivots(i) /= i) call swap(n, a(i, 1), a(pivots(i), 1), ld)
   end do
end subroutine rows
subroutine exchange(n, b, inc, pivots)
   implicit none
   integer, intent(in) :: n, inc, pivots(*)
   real(8), intent(inout) :: b(*)
   integer :: i, at, to
   real(8) :: t
   do i = 1, n
      at = 1 + (i - 1)*inc - merge((n - 1)*inc, 0, inc < 0)
      to = 1 + (pivots(i) - 1)*inc - merge((n - 1)*inc, 0, inc < 0)
      t = b(at)
      b(at) = b(to)
      b(to) = t
   end do
end subroutine exchange
subroutine lower(n, a, ld, b, inc)
   implicit none
   integer, intent(in) :: n, ld, inc
   real(8), intent(in) :: a(ld, *)
   real(8), intent(inout) :: b(*)
   integer :: i, j, at
   at = 1
   if (inc < 0) at = 1 - (n - 1)*inc
   do j = 1, n
      do i = j + 1, n
         b(at + (i - 1)*inc) = b(at + (i - 1)*inc) - a(i, j)*b(at + (j - 1)*inc)
      end do
   end do
end subroutine lower
subroutine upper(n, a, ld, b, inc)
   implicit none
   integer, intent(in) :: n, ld, inc
   real(8), intent(in) :: a(ld, *)
   real(8), intent(inout) :: b(*)
   integer :: i, j, at
   at = 1
   if (inc < 0) at = 1 - (n - 1)*inc
   do j = n, 1, -1
      b(at + (j - 1)*inc) = b(at + (j - 1)*inc)/a(j, j)
      do i = 1, j - 1
         b(at + (i - 1)*inc) = b(at + (i - 1)*inc) - a(i, j)*b(at + (j - 1)*inc)
      end do
   end do
end subroutine upper
subroutine product(m, n, k, a, lda, b, ldb, c, ldc)
   implicit none
   integer, intent(in) :: m, n, k, lda, ldb, ldc
   real(8), intent(in) :: a(lda, *), b(ldb, *)
   real(8), intent(inout) :: c(ldc, *)
   integer :: i, j, l
   do j = 1, n
      do l = 1, k
         do i = 1, m
            c(i, j) = c(i, j) - a(i, l)*b(l, j)
         end do
      end do
   end do
end subroutine product
subroutine complain(name, place)
   implicit none
   character(*), intent(in) :: name
   integer, intent(in) :: place
   write (*, '(a, a, i3)') name, ': wrong argument', place
   stop
end subroutine complain
