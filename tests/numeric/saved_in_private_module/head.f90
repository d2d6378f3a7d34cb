! State of procedures of a module with private entities, which is written again.
! head: top(y)/(x)
! module model
! arg x real8(3) 0.4 0.7 1.1
! arg y real8
module kinds
   implicit none
   integer, parameter :: wp = kind(1.0d0)
   type :: filter
      real(wp) :: gain, level
   end type filter
end module kinds
module smoother
   use kinds
   implicit none
   private
   public :: smooth
   real(wp), parameter :: unity = 1
contains
   subroutine smooth(fresh, x, y)
      logical, intent(in) :: fresh
      real(wp), intent(in) :: x
      real(wp), intent(out) :: y
      type(filter), save :: f
      real(wp), save :: gain = 0.25_wp
      if (fresh) then
         f%gain = gain
         f%level = unity
      end if
      f%level = f%level + f%gain*(x**2 - f%level)
      f%gain = f%gain*x
      call twice(f%level)
      y = f%level
   contains
      subroutine twice(v)
         real(wp), intent(inout) :: v
         integer, save :: gain
         if (fresh) gain = 1
         gain = gain + 1
         v = v*gain
      end subroutine twice
   end subroutine smooth
end module smoother
module model
   use kinds
   use smoother
   implicit none
contains
   subroutine top(x, y)
      real(wp), intent(in) :: x(3)
      real(wp), intent(out) :: y
      integer :: i
      real(wp) :: s
      y = 0
      do i = 1, size(x)
         call smooth(i == 1, x(i), s)
         y = y + s*x(i)
      end do
   end subroutine top
end module model
