! State, types, constants and procedures that only submodules see; two of them have the same names, which the module has, too.
! head: head(y)/(x)
! module run
! arg x real8(2) 0.7 0.4
! arg y real8
module kinds
   implicit none
   integer, parameter :: wp = kind(1.0d0)
   real(wp), parameter :: g = 9.81_wp
   interface mix
      module procedure mixed
   end interface mix
   interface operator(.with.)
      module procedure mixed
   end interface operator(.with.)
contains
   pure function mixed(a, b) result(r)
      real(wp), intent(in) :: a, b
      real(wp) :: r
      r = a*b + 0.5_wp*a
   end function mixed
end module kinds
module flows
   implicit none
   private
   public :: begin, step, drift
   real(8) :: q = 2d0
   interface
      module subroutine begin()
      end subroutine begin
      module subroutine begin_drift()
      end subroutine begin_drift
      module subroutine step(x, y)
         real(8), intent(in) :: x
         real(8), intent(inout) :: y
      end subroutine step
   end interface
   interface drift
      module function drift_of(x) result(r)
         real(8), intent(in) :: x
         real(8) :: r
      end function drift_of
   end interface drift
contains
   function twice(x) result(r)
      real(8), intent(in) :: x
      real(8) :: r
      r = q*x
   end function twice
end module flows
submodule (flows) first
   use kinds
   use, intrinsic :: iso_fortran_env, only: rk => real64
   implicit none
   type :: memory
      real(wp) :: v = 1.0_wp
      real(wp) :: w(2) = [0.5_wp, 0.25_wp]
   end type memory
   type(memory) :: kept
   real(wp) :: state(2) = 0.1_wp
   real(rk) :: q = 3.0_rk
   integer, parameter :: n = 2
   real(wp), parameter :: table(n) = [1.5_wp, 0.5_wp]
contains
   module subroutine begin()
      kept = memory()
      state = 0.1_wp
      q = 3.0_rk
      call begin_drift()
   end subroutine begin
   module subroutine step(x, y)
      real(8), intent(in) :: x
      real(8), intent(inout) :: y
      integer :: i
      do i = 1, n
         state(i) = state(i)*0.5_wp + x*table(i)
      end do
      kept%v = kept%v*x + helper(y)
      kept%w = kept%w + kept%v
      y = mix(x, state(1)) + kept%w(2)*q + g*y + twice(x) + (x .with. y)
      q = q + x
   end subroutine step
   function helper(a) result(r)
      real(wp), intent(in) :: a
      real(wp) :: r
      r = sin(a)*state(2)
   end function helper
end submodule first
submodule (flows) second
   implicit none
   real(8), allocatable :: state(:)
   integer, parameter :: wp = 8
contains
   module procedure begin_drift
      if (allocated(state)) deallocate(state)
   end procedure begin_drift
   module procedure drift_of
      if (.not. allocated(state)) then
         allocate(state(3))
         state = 0.3_wp
      end if
      state(1) = state(1)*x
      state(2) = state(2) + state(1)**2
      r = helper(x) + state(3)*1.5_wp
      state(3) = 0.1_wp*r
   end procedure drift_of
   function helper(a) result(r)
      real(wp), intent(in) :: a
      real(wp) :: r
      r = cos(a)*state(2)
   end function helper
end submodule second
module run
   use flows
   implicit none
contains
   subroutine head(x, y)
      real(8), intent(in) :: x(2)
      real(8), intent(out) :: y
      real(8) :: z
      integer :: i
      call begin()
      y = 0.1d0*x(2)
      do i = 1, 3
         call step(x(1)*0.3d0, y)
         z = drift(x(2) + 0.01d0*y)
         y = y*0.1d0 + z
      end do
   end subroutine head
end module run
