! The adjoint needs the module of a contracted procedure written again: then calls stay as they are.
! head: surface(y)/(x)
! module ocean
! arg n integer 5
! arg x real8(5)
! arg y real8
module water
   implicit none
   private
   public :: density, set_pressure
   real(8) :: pressure = 1.2d0
contains
   real(8) function density(t, s)
      real(8), intent(in) :: t, s
      density = saturation(t)*exp(-s*pressure)
   end function density

   real(8) function saturation(t)
      real(8), intent(in) :: t
      saturation = t/(1 + t*t)
   end function saturation

   subroutine set_pressure(p)
      real(8), intent(in) :: p
      pressure = p
   end subroutine set_pressure
end module water

module ocean
   use water, only: rho => density, set_pressure
   implicit none
contains
   subroutine layer(t, s, p, dp)
      real(8), intent(in) :: t, s
      real(8), intent(out) :: p
      real(8), intent(inout) :: dp
      p = rho(t, s)*t + dp
      dp = p*s
   end subroutine layer

   subroutine surface(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
      real(8) :: z(n), d
      integer :: i
      call set_pressure(x(2))
      d = x(1)
      do i = 1, n
         call layer(x(i), x(n + 1 - i), z(i), d)
         if (rho(z(i), d) > 0.2d0) d = rho(d, z(i))
      end do
      y = rho(z(1), z(n))*sum(z)
      call set_pressure(1.2d0)
   end subroutine surface
end module ocean
