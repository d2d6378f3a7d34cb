! Directives about statements stay where they were, in the derivative, and jumps leave their regions.
! head: f(y)/(x)
! arg n integer 4
! arg x real8(4) 0.7 1.3 0.9 2.1
! arg y real8
! before n 3
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   real(8) :: s, z
   integer :: i, k, rounds
   y = 0
   s = 1
   rounds = 0
   ! sums of squares
   !$AD II-LOOP
   ! of all
   do i = 1, n
      y = y + x(i)*x(i)
   end do
   !$adc nocheckpoint
   call mix(y, s)
   !$AD CHECKPOINT-START
   do i = 1, n
      s = s*x(i)
      if (s > 3) goto 20
   end do
   !$AD NOCHECKPOINT-START
   call mix(s, y)
   !$AD NOCHECKPOINT-END
   y = y + s
   ! end of the region
   !$AD CHECKPOINT-END
   z = y
   !$adc fixed-point (z) tol=1e-12 max=100
   do k = 1, 40
      z = 0.5d0*(z + y/z)
   end do
   y = z
   if (y > 1) then
      !$ad checkpoint-start
      y = 2*y*y
      !$ad checkpoint-end
   else
      !$ad checkpoint-start
      y = y*y*3
      !$ad checkpoint-end
   end if
   !$adc binomial-ckp snapshots=2
20 do i = 1, n
      y = y + 0.1d0*y*x(i)
   end do
   rounds = rounds + 1
   if (rounds < 3) goto 20
contains
   subroutine mix(a, b)
      real(8), intent(inout) :: a, b
      a = a + b*b
      b = b*a
   end subroutine mix
end subroutine f
