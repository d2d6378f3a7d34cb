! Printing in the head and in what it calls: each line is printed as often as by the original.
! head: foo(y)/(x)
! arg x real8
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   print *, 'in foo', x > 0
   call square(x, y)
   y = y*x
   print *, 'done'
end subroutine foo

subroutine square(a, b)
   implicit none
   real(8), intent(in) :: a
   real(8), intent(out) :: b
   b = a*a
   write (*, '(a)') 'in square'
end subroutine square
