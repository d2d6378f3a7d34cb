! Text that was made of passive values, or comes from outside, has no derivative; nor has what is read from it.
! head: head(y)/(x)
! arg x real8(3) 0.7 1.2 0.4
! arg y real8
module words
   implicit none
contains
   ! copies text, and reads from a part of it
   subroutine take(line, z)
      character(*), intent(in) :: line
      real(8), intent(inout) :: z(:)
      character(len(line)) :: own
      own = adjustl(line)
      read (own(1:index(own, ';') - 1), *) z(1)
   end subroutine take

   subroutine compose(lines, c)
      character(*), intent(out) :: lines(:)
      real(8), intent(in) :: c(:)
      integer :: k
      do k = 1, size(lines)
         write (lines(k), '(f8.4, a)') c(k), ' ; of many'
      end do
   end subroutine compose
end module words

subroutine head(x, y)
   use words
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: z(3), c(2), q
   character(80) :: text, lines(2), message
   integer :: lun, k
   z = x*x(1)
   y = z(1) + z(2)*z(3)
   text = '0.25 0.5'
   read (text, *) z(1:2)
   y = y*z(1) + z(3)*z(2)
   c = [1.5d0, 2.5d0]
   call compose(lines, c)
   z = z*x
   do k = 1, 2
      call take(lines(k), z(k:))
      y = y*z(k) + sin(z(3)*y)
   end do
   ! what prints a value with a derivative is another text
   write (message, *) y
   if (len_trim(message) == 0) y = 0
   z = z*y
   write (text, *) c
   read (text, *) z(2), q
   y = y + z(2)*q*x(3)*z(1)
   open (newunit=lun, status='scratch')
   write (lun, *) c
   rewind (lun)
   read (lun, *) z(1)
   close (lun)
   y = y*z(1)*z(3)
end subroutine head
