! Words after $AD: Tapenade's, unknown ones, and prose.
!$AD PASSIVE x
subroutine f(n, x, y)
   implicit none
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   !$AD SPECIALIZEACTIVITY
   !$AD MAKE-PROCEDURE part
   y = 1
   !$AD IILOOP
   ! $ad hoc, as is the next line
   ! $ad in winter
   do i = 1, n
      y = y + x(i)
      !$ad nosnapshot(y)
   end do
   !$AD DO-NOT-DIF
   y = 2*y
   !$AD END-DO-NOT-DIFF
   !$AD DEAD y
   !$AD DO-NOT-DIFF
   if (y > 1) then
      y = y + 1
      !$AD END-DO-NOT-DIFF
   end if
   !$AD DEBUG-HERE
   !$AD OMP private(i)
   !$AD INDEPENDENT x
   !$AD OUT(y)
end subroutine f
!$AD somewhere
