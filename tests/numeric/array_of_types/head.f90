! An array of a derived type with an array component, in a module.
! head: foo(y)/(x)
! module m
! arg x real8(3)
! arg y real8
module m
   implicit none
   type cell
      integer :: id
      real(8) :: t, q(2)
   end type cell
contains
   subroutine foo(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      type(cell) :: cells(3)
      integer :: i
      do i = 1, 3
         cells(i)%id = i
         cells(i)%t = x(i)
         cells(i)%q = (/x(i)**2, x(1)/)
      end do
      y = 0.0d0
      do i = 1, 3
         call flux(cells(i), y)
      end do
   end subroutine foo

   subroutine flux(c, y)
      type(cell), intent(inout) :: c
      real(8), intent(inout) :: y
      c%t = c%t*c%q(1)
      y = y + c%t*c%q(2)*c%id
   end subroutine flux
end module m
