! Assignments only; a variable is overwritten with what depends on itself.
! head: foo(y)/(x)
! arg x real8 1.3
! arg y real8
subroutine foo(x, y)
   implicit none
   real(8), intent(in) :: x
   real(8), intent(out) :: y
   real(8) :: t
   t = 2.0d0*x + 1.0d0
   t = t*x - t/(x + 3.0d0)
   y = t**2 - t*x
   y = y*t
end subroutine foo
