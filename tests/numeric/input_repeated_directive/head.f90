! A directive says which procedure may read again; what others read is recorded, and the region reads what it opens.
! head: head(y)/(x)
! arg x real8(4) 0.7 1.2 0.4 0.9
! arg y real8
module tables
   implicit none
contains
   subroutine prepare(lun)
      integer, intent(out) :: lun
      integer :: k
      open (newunit=lun, file='adc_input_directive.txt', status='replace')
      do k = 1, 8
         write (lun, *) 0.5d0 + 0.25d0*k
      end do
      close (lun)
      open (newunit=lun, status='scratch')
      do k = 1, 8
         write (lun, *) 0.25d0*k
      end do
      rewind (lun)
   end subroutine prepare
end module tables

subroutine head(x, y)
   use tables
   implicit none
   !$adc input-repeatable
   real(8), intent(in) :: x(4)
   real(8), intent(out) :: y
   real(8) :: w(4), q
   integer :: k, lun
   call prepare(lun)
   w = x
   do k = 1, 3
      call step(w, k)
      call other(lun, w)
   end do
   !$adc checkpoint-start
   open (31, file='adc_input_directive.txt')
   do k = 1, 8
      read (31, *) q
      w = w**2*q + sin(w)
   end do
   close (31)
   !$adc checkpoint-end
   y = sum(w**2)
   close (lun)
end subroutine head

subroutine step(w, k)
   implicit none
   !$adc input-repeatable
   integer, intent(in) :: k
   real(8), intent(inout) :: w(4)
   real(8) :: factor(4), shift
   open (32, file='adc_input_directive.txt')
   rewind (32)
   read (32, *) factor
   if (k > 1) read (32, *) shift
   read (32, *) shift
   w = w + 0.1d0*shift*w**2*factor
   if (k > 1) w(k) = sin(w(k))*w(1)
end subroutine step

! goes on from where the file is
subroutine other(lun, w)
   implicit none
   integer, intent(in) :: lun
   real(8), intent(inout) :: w(4)
   real(8) :: factor
   read (lun, *) factor
   w = w*exp(-factor*w)
end subroutine other
