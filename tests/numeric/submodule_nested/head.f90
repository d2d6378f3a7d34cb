! A submodule of a submodule defines what the outer one announces, and both have a state; output in it; a type with a procedure bound to it.
! head: head(y)/(x)
! module grid
! arg x real8(3) 0.7 0.4 1.2
! arg y real8
module grid
   implicit none
   interface
      module subroutine advance(u, fresh)
         real(8), intent(inout) :: u(:)
         logical, intent(in) :: fresh
      end subroutine advance
      pure module function weight(i) result(w)
         integer, intent(in) :: i
         real(8) :: w
      end function weight
   end interface
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(3)
      real(8), intent(out) :: y
      real(8) :: u(3)
      integer :: i
      u = x
      do i = 1, 4
         call advance(u, i == 1)
      end do
      y = sum(u)*weight(2)
   end subroutine head
end module grid
submodule (grid) outer
   implicit none
   integer, parameter :: wp = 8
   type :: gauge
      real(wp) :: level = 1
   contains
      procedure :: raise => raise_gauge
   end type gauge
   type(gauge) :: shared
   real(wp) :: damping = 0.9_wp
   interface
      module subroutine inner_step(v, k)
         real(wp), intent(inout) :: v
         integer, intent(in) :: k
      end subroutine inner_step
      module subroutine forget()
      end subroutine forget
   end interface
   interface both
      procedure :: both_real, both_integer
   end interface both
contains
   module procedure advance
      integer :: k
      if (fresh) then
         shared%level = 1
         damping = 0.9_wp
         call forget()
      end if
      do k = 1, size(u)
         call inner_step(u(k), k)
         call shared%raise(u(k))
      end do
      damping = damping*cos(u(1)) + both(u(2)) + both(1)
   end procedure advance
   module procedure weight
      w = 1.5_wp/i
   end procedure weight
   subroutine raise_gauge(this, by)
      class(gauge), intent(inout) :: this
      real(wp), intent(in) :: by
      this%level = this%level*(1 + 0.1_wp*by)
   end subroutine raise_gauge
   function both_real(a) result(r)
      real(wp), intent(in) :: a
      real(wp) :: r
      r = 0.1_wp*a*a
   end function both_real
   function both_integer(k) result(r)
      integer, intent(in) :: k
      real(wp) :: r
      r = 0.01_wp*k
   end function both_integer
end submodule outer
submodule (grid:outer) inner
   implicit none
   integer, parameter :: wp = 8
   real(wp), dimension(3) :: last = 0.0_wp
   integer :: steps = 0
contains
   module procedure inner_step
      steps = steps + 1
      v = damping*v + 0.3_wp*last(k)*shared%level
      last(k) = v*weight(k) + 0.01_wp*steps
      if (steps == 5) print '(a, i0)', 'inner_step ', k
   end procedure inner_step
   module subroutine forget()
      last = 0.1_wp
      steps = 0
   end subroutine forget
end submodule inner
