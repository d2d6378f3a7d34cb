! Nothing depends on the independent: the derivative is zero, and the code for it right all the same.
! head: foo(y)/(x)
! zero
! arg x real8 1.5
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   y = real(floor(x), 8)*2.0d0
end subroutine foo
