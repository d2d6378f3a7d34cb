! Directives about statements that do not fit, or are not understood.
!$AD II-LOOP
subroutine f(n, x, y)
   implicit none
   !$AD NOCHECKPOINT
   integer, intent(in) :: n
   real(8), intent(in) :: x(n)
   real(8), intent(out) :: y
   integer :: i
   logical :: m(n)
   !$AD II-LOOP
   y = 1
   !$adc binomial-ckp 5
   !$AD CHECKPOINT-START
   do i = 1, n
      y = y + x(i)
   end do
   !$AD CHECKPOINT-END
   !$AD NOCHECKPOINT
   if (y > 1) then
      y = y + 1
      !$AD CHECKPOINT-START
      y = y + 2
      !$AD II-LOOP
   end if
   !$AD CHECKPOINT-END
   !$AD CHECKPOINT-START
   do i = 1, n
      !$AD CHECKPOINT-END
      y = y + x(i)
   end do
   !$AD CHECKPOINT-START
   !$AD DO-NOT-DIFF-START
   y = y + 1
   !$AD CHECKPOINT-END
   y = y + 1
   !$AD DO-NOT-DIFF-END
   !$AD NOCHECKPOINT-END
   !$adc binomial-ckp
   do i = 1, n
      !$adc binomial-ckp m
      do while (y < 1)
         !$adc binomial-ckp 5 snapshots=6
         do while (y < 1)
            !$adc binomial-ckp disc=6
            do while (y < 1)
               !$ad ii-loop always
               do while (y < 1)
                  !$adc fixed-point (w)
                  do while (y < 1)
                     !$adc fixed-point x(1)
                     do while (y < 1)
                        !$adc fixed-point (x tol=1
                        do while (y < 1)
                           y = y + 1
                        end do
                     end do
                  end do
               end do
            end do
         end do
      end do
   end do
   where (m)
      !$AD CHECKPOINT-START
      m = .false.
      !$AD CHECKPOINT-END
   end where
   select case (n)
   !$AD II-LOOP
   case (1)
      y = 1
   end select
   if (y > 5) goto 10
   !$AD DO-NOT-DIFF-START
   y = 1
10 y = 2
   !$AD DO-NOT-DIFF-END
   !$AD II-LOOP
contains
   subroutine g
   end subroutine g
   !$AD II-LOOP
end subroutine f
