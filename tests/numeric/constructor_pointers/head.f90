! Procedure pointers that are components are set by structure constructors, in statements and in declarations.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8(2)
module m
   implicit none
   abstract interface
      function law(u) result(f)
         real(8), intent(in) :: u
         real(8) :: f
      end function law
   end interface
   type scheme
      real(8) :: dt = 0.1d0
      procedure(law), pointer, nopass :: f => null()
   end type scheme
contains
   function decay(u) result(f)
      real(8), intent(in) :: u
      real(8) :: f
      f = -u*u
   end function decay
   function growth(u) result(f)
      real(8), intent(in) :: u
      real(8) :: f
      f = u*(1 - u)
   end function growth
   function wave(u) result(f)
      real(8), intent(in) :: u
      real(8) :: f
      f = sin(u)
   end function wave
   subroutine head(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y(2)
      type(scheme) :: s(2)
      type(scheme), parameter :: plain = scheme(0.3d0)
      integer :: i
      s(1) = plain
      s(1)%f => growth
      s(2) = scheme(f=decay, dt=x(1))
      if (x(2) > 0) s(1) = scheme(0.2d0, wave)
      y = x
      do i = 1, 4
         y(1) = y(1) + s(1 + mod(i, 2))%dt*s(1 + mod(i, 2))%f(y(1))
      end do
      y(2) = y(2)*y(1)
   end subroutine head
end module m
