! A module whose procedures use its private variables, types and procedures.
! head: step(y)/(x)
! module soil
! arg n integer 3
! arg x real8(3)
! arg y real8(3)
! before n 2
module soil
   implicit none
   private
   public :: step, reset
   integer, parameter :: wp = kind(1.0d0)
   type :: layer
      private
      real(wp) :: water = 0.0_wp, heat = 0.0_wp
   end type layer
   real(wp) :: capacity = 2.0_wp
   type(layer) :: top
contains
   subroutine reset()
      capacity = 2.0_wp
   end subroutine reset

   ! one step of the model
   subroutine step(n, x, y)
      integer, intent(in) :: n
      real(wp), intent(in) :: x(n)
      real(wp), intent(out) :: y(n)
      integer :: i
      do i = 1, n
         top%water = x(i)*capacity
         call infiltrate(x(i))
         y(i) = top%heat + leak(top%water)
      end do
   end subroutine step

   subroutine infiltrate(x)
      real(wp), intent(in) :: x
      top%heat = top%water**2 + sin(x)
      top%water = 0.5_wp*top%water
   end subroutine infiltrate

   real(wp) function leak(w)
      real(wp), intent(in) :: w
      leak = exp(-w)*capacity
   end function leak
end module soil
