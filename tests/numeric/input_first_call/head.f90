! A table that is read at the first call, into COMMON and saved locals, through two calls, and a record that is read where it is needed.
! head: head(y)/(x)
! arg x real8(3) 0.7 1.2 0.4
! arg y real8
subroutine head(x, y)
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y
   real(8) :: w(3), table(4)
   integer :: k, ready
   common /tab/ table, ready
   open (41, status='scratch')
   do k = 1, 12
      write (41, '(f10.4, 1x, a)') 0.1d0 + 0.05d0*k, merge('even', 'odd ', mod(k, 2) == 0)
   end do
   rewind (41)
   ready = 0
   w = x
   do k = 1, 3
      call outer(w, k)
   end do
   y = sum(w)
   close (41)
end subroutine head

subroutine outer(w, k)
   implicit none
   real(8), intent(inout) :: w(3)
   integer, intent(in) :: k
   real(8) :: weight(2)
   integer :: j
   w(k) = w(k)*w(1)
   call inner(w)
   do j = 1, 2
      call parsed(weight(j))
      w = w + weight(j)*w(k)**2
   end do
   if (k == 2) return
   w(k) = sin(w(k))*weight(1)
end subroutine outer

subroutine inner(w)
   implicit none
   real(8), intent(inout) :: w(3)
   real(8), allocatable :: local(:)
   real(8) :: table(4)
   integer :: ready, k
   character(4) :: word
   common /tab/ table, ready
   if (ready == 0) then
      do k = 1, 4
         read (41, '(f10.4, 1x, a)', err=10) table(k), word
      end do
      ready = 1
   end if
   allocate (local(2))
   read (41, *) local(1), word
   local(2) = local(1)**2
   if (word == 'even') then
      w = w*local(1)*(1 + w(2))
   else
      w = w*local(2) + table(ready)*w(3)**2
   end if
   ready = ready + 1
   deallocate (local)
   return
10 stop 1
end subroutine inner

subroutine parsed(value)
   implicit none
   real(8), intent(out) :: value
   character(40) :: line
   integer :: ios
   read (41, '(a)', iostat=ios) line
   if (ios /= 0) then
      rewind (41)
      read (41, '(a)') line
   end if
   read (line(1:10), *) value
end subroutine parsed
