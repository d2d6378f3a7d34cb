! Procedures that are announced in a module and defined in submodules, with heading and without; a submodule that uses a module; one of a submodule.
! head: head(y)/(x)
! module flows
! arg x real8(2)
! arg y real8
module constants
   implicit none
   real(8), parameter :: g = 9.81d0
   real(8) :: slope = 0.5d0
end module constants
module flows
   implicit none
   interface
      module subroutine step(u, dt)
         real(8), intent(inout) :: u(:)
         real(8), intent(in) :: dt
      end subroutine step
      module function energy(u) result(e)
         real(8), intent(in) :: u(:)
         real(8) :: e
      end function energy
      module subroutine relax(v)
         real(8), intent(inout) :: v
      end subroutine relax
   end interface
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      real(8) :: u(2)
      u = x**2
      call step(u, x(1))
      call step(u, 0.1d0)
      y = energy(u)
   end subroutine head
end module flows
submodule (flows) stepping
   use constants, only: g, slope
   implicit none
contains
   module subroutine step(u, dt)
      real(8), intent(inout) :: u(:)
      real(8), intent(in) :: dt
      real(8) :: e
      e = energy(u)
      u(1) = u(1) - dt*g*slope*u(2)*e
      call relax(u(2))
   end subroutine step
   module subroutine relax(v)
      real(8), intent(inout) :: v
      v = v/(1 + slope*v*v)
   end subroutine relax
end submodule stepping
submodule (flows:stepping) energies
contains
   module procedure energy
      e = 0.5d0*sum(u**2) + g*u(1)
   end procedure energy
end submodule energies
