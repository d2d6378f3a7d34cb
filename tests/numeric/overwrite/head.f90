! Values that are needed and overwritten, in a loop: much goes on the tape.
! head: foo(a, b)/(a, b)
! arg a real8 0.6
! arg b real8 1.1
subroutine foo(a, b)
   implicit none
   real(8), intent(inout) :: a, b
   real(8) :: t
   integer :: i
   do i = 1, 20
      t = a*b
      a = sin(b) + 0.1d0*t
      b = cos(t)*a + 0.5d0
      if (a > b) then
         t = a
         a = b
         b = t
      end if
   end do
end subroutine foo
