! The head stands beside a module whose private function the derivative needs: the generated file has both.
! head: column(y)/(x)
! arg x real8(6)
! arg y real8(6)
module states
   implicit none
   private
   public :: density
   real(8), parameter :: expansion = 0.2d0
contains
   real(8) function saturation(t)
      real(8), intent(in) :: t
      saturation = t/(1 + expansion*t*t)
   end function saturation

   real(8) function density(t, s)
      real(8), intent(in) :: t, s
      density = saturation(t)*exp(-s) + saturation(s*t)
      density = density*density
   end function density
end module states

subroutine column(x, y)
   use states
   implicit none
   real(8), intent(in) :: x(6)
   real(8), intent(out) :: y(6)
   integer :: i
   do i = 1, 6
      y(i) = density(x(i), x(7 - i))
   end do
end subroutine column
