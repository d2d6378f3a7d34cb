! What is rounded has no derivative, and need not be looked at for one.
! head: f(y)/(x)
! arg n integer 3
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
! before n 2
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: s, w(n)
   integer :: i
   w = 2*x
   s = x(1)
   y = s*w(2)
   !$AD DO-NOT-DIFF-START
   s = anint(10*x(2))
   do i = 2, n
      w(i) = anint(10*w(i))
   end do
   call coarsen(s)
   !$AD DO-NOT-DIFF-END
   y = y + s*x(1) + sum(w)*x(2)
contains
   subroutine coarsen(a)
      real(8), intent(inout) :: a
      a = anint(a/2)
   end subroutine coarsen
end subroutine f
