! A private allocatable variable of a module keeps values from call to call.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(1)
module filt
   implicit none
   private
   public :: lowpass, reset
   real(8), save, allocatable :: mem(:)
contains
   subroutine reset(n)
      integer, intent(in) :: n
      if (allocated(mem)) deallocate (mem)
      allocate (mem(n)); mem = 1
   end subroutine
   subroutine lowpass(v)
      real(8), intent(inout) :: v(:)
      mem = mem*v*0.5d0 + 0.5d0
      v = v*mem
   end subroutine
end module
subroutine head(x, y)
   use filt
   implicit none
   real(8), intent(in) :: x(3)
   real(8), intent(out) :: y(1)
   real(8) :: s(3)
   call reset(3)
   s = x
   call lowpass(s)
   call lowpass(s)
   y(1) = sum(s)
end subroutine
