! Two modules: the head's uses another one with parameters and state; renaming, a generic name.
! head: foo(y)/(x, state%level)
! module physics
! arg x real8(3)
! global state%level real8 0.7
! arg y real8
module state
   implicit none
   integer, parameter :: wp = kind(1.0d0)
   real(wp) :: level = 1.0_wp
   real(wp) :: hidden = 2.0_wp
contains
   function doubled(a) result(r)
      real(wp), intent(in) :: a
      real(wp) :: r
      r = hidden*a*level
   end function doubled
end module state

module physics
   use state, only: wp, twice => doubled, level
   implicit none
   interface combine
      module procedure combine_scalar, combine_array
   end interface
contains
   subroutine foo(x, y)
      real(wp), intent(in) :: x(3)
      real(wp), intent(out) :: y
      y = combine(x) + combine(x(1))*level
   end subroutine foo

   function combine_scalar(a) result(r)
      real(wp), intent(in) :: a
      real(wp) :: r
      r = twice(a)**2
   end function combine_scalar

   function combine_array(a) result(r)
      real(wp), intent(in) :: a(:)
      real(wp) :: r
      integer :: i
      r = 0
      do i = 1, size(a)
         r = r + twice(a(i))
      end do
   end function combine_array
end module physics
