! Directives about statements: before one, around several, with their comments and labels.
module sizes
   integer, parameter :: kept = 7
   type state
      real(8) :: t
   end type state
end module sizes

subroutine f(n, x, y)
   use sizes
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   type(state) :: s
   real(8) :: z
   integer :: i, k
   ! before the first
   !$AD II-LOOP
   ! between
   !$adc binomial-ckp 2*kept disk = n
   do 10 i = 1, n
10    y = y + x(i)
   if (y > 3) goto 20
   if (y > 4) goto 30
   !$AD BINOMIAL-CKP n+2 5 1
20 do i = 1, n
      y = y*x(i)
      if (y > 1) goto 20
   end do
   !$AD FP-LOOP "z"
   do while (z > 1)
      z = z/2
   end do
   !$adc fixed-point (z, s%t) tol=1e-12 max=100
   do k = 1, 10
      z = z + s%t
   end do
   !$adc fixed-point
   do k = 1, 10
      z = z + 1
   end do
   !$AD NOCHECKPOINT
   y = g(y)
   !$adc checkpoint
   if (y > 1) call h(y)
   select case (n)
   case (1)
      !$ad checkpoint-start
      y = 1
      ! last of the case
      !$ad checkpoint-end
   case (2)
      y = 2
      !$ad checkpoint-start
      y = 1
      !$ad nocheckpoint-start
      call h(y)
      !$ad nocheckpoint-end
      !$ad checkpoint-end
      ! last of all
   end select
   block
      integer :: few
      few = 3
      !$adc binomial-ckp snapshots=few
      do i = 1, n
         y = y + 1
      end do
   end block
   !$openad unknown-word
   y = y + 1
   !$AD DO-NOT-DIFF-START
   40 format (a)
30 y = y + 2
   !$AD DO-NOT-DIFF-END
contains
   real(8) function g(a)
      real(8), intent(in) :: a
      !$ad checkpoint-start
      g = a
      !$ad checkpoint-end
   end function g
   subroutine h(a)
      real(8), intent(inout) :: a
      a = a + 1
   end subroutine h
end subroutine f
