! A module with private state that is written again shares its file with submodules: one with nothing hidden, one that uses a module and a function of an intrinsic one.
! head: head(y)/(x)
! arg x real8(2) 0.7 0.4
! arg y real8
module constants
   implicit none
   real(8) :: slope = 0.5d0
   real(8), parameter :: level = 1.5d0
end module constants
module tanks
   implicit none
   private
   public :: fill, start, height
   real(8) :: content(2) = 1, level = 2
   interface
      module subroutine fill(x)
         real(8), intent(in) :: x(2)
      end subroutine fill
      module subroutine start()
      end subroutine start
      elemental module function shape_of(c) result(r)
         real(8), intent(in) :: c
         real(8) :: r
      end function shape_of
   end interface
contains
   function height() result(h)
      real(8) :: h
      h = sum(shape_of(content))*level
   end function height
end module tanks
submodule (tanks) filling
   use constants, only: slope, c => level
   use ieee_arithmetic
   implicit none
contains
   module procedure start
      content = 1
      level = 2
   end procedure start
   module procedure fill
      if (ieee_is_finite(x(1))) content = content*slope + x*c
      level = level + content(1)*content(2)
   end procedure fill
end submodule filling
submodule (tanks) shapes
   implicit none
contains
   module procedure shape_of
      r = c/(1 + c*c)
   end procedure shape_of
end submodule shapes
subroutine head(x, y)
   use tanks
   implicit none
   real(8), intent(in) :: x(2)
   real(8), intent(out) :: y
   integer :: i
   call start()
   do i = 1, 3
      call fill(x*i)
   end do
   y = height()
end subroutine head
