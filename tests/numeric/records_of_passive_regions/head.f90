! Statements without derivatives overwrite values that the adjoint needs, in loops and outside: what records them has
! derivatives in products with Hessians.
! head: f(y)/(x)
! arg x real8(3) 0.7 1.3 0.9
! arg y real8
subroutine f(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: s, t, w(3)
   integer :: i
   y = 1
   s = x(1)*x(2)
   y = y*s*x(3)
   do i = 1, 3
      t = x(i)**2*y
      y = sin(y)*t*x(i)
      !$AD DO-NOT-DIFF-START
      t = anint(10*t)
      !$AD DO-NOT-DIFF-END
      w(i) = t*x(i)
   end do
   !$AD DO-NOT-DIFF-START
   s = anint(10*s)
   do i = 1, 3
      t = anint(s + i)
      s = s + t
   end do
   !$AD DO-NOT-DIFF-END
   y = y + s*x(1) + sum(w**2)
end subroutine f
