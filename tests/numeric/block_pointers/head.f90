! Pointers that a BLOCK declares, in a loop that moves them.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y(2)
   real(8), target :: levels(3, 2)
   integer :: i
   levels(:, 1) = x
   levels(:, 2) = x*x
   do i = 1, 4
      block
         real(8), pointer :: now(:), new(:)
         now => levels(:, 1 + mod(i, 2))
         new => levels(:, 2 - mod(i, 2))
         new(2:) = new(2:)*now(:2)
         if (i > 2) then
            now => new(3:1:-2)
            now = now + x(2)
         end if
         y(1) = sum(now)
      end block
   end do
   y(2) = sum(levels)*levels(2, 2)
end subroutine head
