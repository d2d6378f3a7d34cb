//! Procedures of drivers.

/// The module that all drivers use. It is compiled once, with the runtime: to read the module of IEEE arithmetic takes
/// gfortran as long as its own start.
pub const TEXT: &str = "module driver_tools
   use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
   implicit none
   private
   public :: dp, not_a_number, show, show_difference
   integer, parameter :: dp = kind(1.0d0)
contains
   function not_a_number() result(nan)
      real(dp) :: nan
      nan = ieee_value(0.0_dp, ieee_quiet_nan)
   end function not_a_number

   subroutine show(name, values)
      character(len=*), intent(in) :: name
      real(dp), intent(in) :: values(:)
      integer :: i
      print '(a,1x,i0)', '@'//name, size(values)
      do i = 1, size(values)
         print '(es30.20e3)', values(i)
      end do
   end subroutine show

   subroutine show_difference(k, values)
      integer, intent(in) :: k
      real(dp), intent(in) :: values(:)
      character(len=20) :: name
      write (name, '(a,i0)') 'difference', k
      call show(trim(name), values)
   end subroutine show_difference
end module driver_tools
";
