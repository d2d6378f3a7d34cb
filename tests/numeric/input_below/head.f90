! Procedures below the head read, inquire and print: they run once, and what they read is recorded.
! head: head(y, state%energy)/(x, a)
! module model
! arg n integer 4
! arg x real8(4) 0.7 1.2 0.4 0.9
! arg a real8 1.1
! arg y real8
! global state%energy real8
module state
   implicit none
   real(8) :: energy = 0
end module state

module model
   use state
   implicit none
contains
   subroutine head(n, x, a, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n), a
      real(8), intent(out) :: y
      real(8) :: w(n)
      integer :: k, lun
      open (newunit=lun, status='scratch')
      do k = 1, 3*n
         write (lun, *) 0.5d0 + 0.25d0*k, k
      end do
      rewind (lun)
      energy = a
      w = x*a
      do k = 1, n
         if (k /= 2) call step(lun, n, w, k)
      end do
      y = sum(w**2) + energy
      close (lun)
   end subroutine head

   ! reads by itself, by a passive procedure and by a function
   subroutine step(lun, n, w, k)
      integer, intent(in) :: lun, n, k
      real(8), intent(inout) :: w(n)
      real(8) :: factor, forcing
      integer :: number
      logical :: there
      read (lun, *) factor, number
      w(k) = w(k)**2*factor
      inquire (unit=lun, opened=there)
      if (there) w(k) = w(k)*sin(w(k) + number)
      call next(lun, forcing)
      w = w*w(k)*forcing + scaled(lun, w(1))
      if (w(1) > 1d9) print *, 'large', w(1)
      read (lun, *) factor
      energy = energy*factor*w(k)
   end subroutine step

   subroutine next(lun, value)
      integer, intent(in) :: lun
      real(8), intent(out) :: value
      read (lun, *) value
      backspace (lun)
      read (lun, *) value
   end subroutine next

   function scaled(lun, q) result(r)
      integer, intent(in) :: lun
      real(8), intent(in) :: q
      real(8) :: r, by
      integer :: ios
      read (lun, *, iostat=ios) by
      backspace (lun)
      r = exp(-q*by)
      if (ios == 0) r = r*by*q
   end function scaled
end module model
