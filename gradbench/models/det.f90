!> Determinant of a square matrix by expansion along rows: n! products, a test of recursion.
!! Independent: a. Dependent: y.
subroutine det(n, a, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: a(n, n)
   real(8), intent(out) :: y
   integer :: rows(n), i
   rows = [(i, i=1, n)]
   call minor(n, a, n, rows, y)
end subroutine det

!> Determinant of the last m columns and of m rows of a, expanded along the first of these columns.
recursive subroutine minor(n, a, m, rows, y)
   implicit none
   integer, intent(in) :: n, m, rows(m)
   real(8), intent(in) :: a(n, n)
   real(8), intent(out) :: y
   real(8) :: cofactor
   integer :: i, others(m)
   if (m == 1) then
      y = a(rows(1), n)
   else
      y = 0
      others(:m - 1) = rows(2:)
      do i = 1, m
         call minor(n, a, m - 1, others, cofactor)
         y = y + (-1)**(i - 1)*a(rows(i), n - m + 1)*cofactor
         others(i) = rows(i) ! in place of the next row
      end do
   end if
end subroutine minor
