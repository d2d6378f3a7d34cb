! Only a part of the dependent is written; the rest passes through as a constant.
! head: foo(y)/(x)
! arg x real8 1.1
! arg y real8(4) 1 2 3 4
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(inout) :: y(4)
   y(2) = y(1)*x
   y(3) = y(2)**2 + y(4)
end subroutine foo
