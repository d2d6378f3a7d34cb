! Saved locals in procedures of submodules, one with private needs; a submodule calls a procedure of its module with state.
! head: head(y)/(x)
! module top
! arg x real8(2) 0.7 0.4
! arg y real8
module filters
   implicit none
   private
   public :: smooth, count_up
   interface
      module subroutine smooth(fresh, x, y)
         logical, intent(in) :: fresh
         real(8), intent(in) :: x
         real(8), intent(out) :: y
      end subroutine smooth
   end interface
contains
   subroutine count_up(fresh, x, y)
      logical, intent(in) :: fresh
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      real(8), save :: total
      if (fresh) total = 1
      total = total + x*x
      y = total
   end subroutine count_up
end module filters
submodule (filters) smoothing
   implicit none
   real(8) :: gain = 0.25d0
contains
   module subroutine smooth(fresh, x, y)
      logical, intent(in) :: fresh
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      real(8), save :: level = 0
      real(8) :: t
      if (fresh) then
         level = 0
         gain = 0.25d0
      end if
      call count_up(fresh, x*level, t)
      level = level + gain*(x**2 - level) + 0.1d0*t
      gain = gain*x + 0.1d0
      y = level
   end subroutine smooth
end submodule smoothing
module top
   use filters
   implicit none
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      real(8) :: a
      integer :: i
      y = 0
      do i = 1, 4
         call smooth(i == 1, x(1 + mod(i, 2)) + 0.1d0*y, a)
         y = y + a*x(1)
      end do
   end subroutine head
end module top
