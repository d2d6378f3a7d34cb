! The head is a function.
! head: foo(foo)/(x)
! arg n integer 4
! arg x real8(4)
! result foo real8
! before n 3
function foo(n, x)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8) :: foo
   integer :: i
   foo = 1.0d0
   do i = 1, n
      foo = foo*x(i) + exp(-x(i))
   end do
end function foo
