! Procedures that open, read and close a file run again: their calls stay joint.
! head: head(y)/(x)
! arg x real8(4) 0.7 1.2 0.4 0.9
! arg y real8
! options --input-repeatable
module tables
   implicit none
   integer :: lines = 0
contains
   ! the file: one number for each element
   subroutine prepare(name)
      character(*), intent(in) :: name
      integer :: k, lun
      open (newunit=lun, file=name, status='replace')
      do k = 1, 8
         write (lun, *) 0.5d0 + 0.25d0*k
      end do
      close (lun)
   end subroutine prepare

   ! passive, with a jump out of the loop at the end of the file
   subroutine count_lines(name, n)
      character(*), intent(in) :: name
      integer, intent(out) :: n
      integer :: lun, ios
      real(8) :: q
      lun = 77
      open (lun, file=name, status='old')
      rewind (lun)
      n = 0
      do
         read (lun, *, iostat=ios) q
         if (ios /= 0) exit
         n = n + 1
      end do
      close (lun)
   end subroutine count_lines
end module tables

subroutine head(x, y)
   use tables
   implicit none
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y
   real(8) :: w(4)
   integer :: k
   call prepare('adc_input_repeated.txt')
   w = x
   do k = 1, 3
      call step(w, k)
   end do
   y = sum(w**2)
end subroutine head

subroutine step(w, k)
   use tables
   implicit none
   real(8), intent(inout) :: w(4)
   integer, intent(in) :: k
   real(8) :: factor(4), shift
   integer :: n, j
   logical :: there
   inquire (file='adc_input_repeated.txt', exist=there)
   open (20, file='adc_input_repeated.txt', status='old', action='read')
   read (20, *) factor
   call count_lines('adc_input_repeated.txt', n)
   do j = 1, n/4
      read (20, *) shift
      w = w + 0.1d0*shift*w**2*factor
      if (k > 1) w(j) = sin(w(j))*w(j)
   end do
   close (20)
   if (there) w = w*factor(k)*cos(w)
   call last(w, n)
end subroutine step

subroutine last(w, n)
   implicit none
   real(8), intent(inout) :: w(4)
   integer, intent(in) :: n
   real(8) :: q
   integer :: lun
   open (newunit=lun, file='adc_input_repeated.txt')
   do
      read (lun, *) q
      if (q > 0.1d0*n) exit
   end do
   close (lun)
   w = w**2 + exp(-q*w)
end subroutine last
