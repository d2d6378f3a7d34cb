! What the drivers of the examples share: a table of derivatives from adjoint code beside finite differences,
! the dot-product test, and an exit status that says whether all of it agreed.
module gradient_check
   use, intrinsic :: iso_fortran_env, only: dp => real64, error_unit
   implicit none
   private
   public :: dp, begin_table, compare, dot_product_test, finish

   integer, save :: wrong = 0

contains

   subroutine begin_table(title)
      character(len=*), intent(in) :: title
      print '(/,a)', title
      print '(a22,3a20)', 'derivative by', 'adjoint', 'finite difference', 'rel. difference'
   end subroutine begin_table

   ! One row. A central difference of a smooth function in double precision is good to 6 digits or so;
   ! `scale` is the size of the whole gradient, below which small components drown in rounding errors.
   subroutine compare(name, adjoint, difference, scale)
      character(len=*), intent(in) :: name
      real(dp), intent(in) :: adjoint, difference, scale
      real(dp) :: relative
      character(len=8) :: verdict
      relative = abs(adjoint - difference)/max(abs(difference), 1.0e-3_dp*scale, tiny(1.0_dp))
      verdict = ''
      if (.not. relative < 1.0e-5_dp) then
         verdict = '  WRONG'
         wrong = wrong + 1
      end if
      print '(a22,2es20.10,es20.2,a)', name, adjoint, difference, relative, trim(verdict)
   end subroutine compare

   ! <w, J v> from the tangent code and <J^T w, v> from the adjoint code are the same number up to rounding.
   subroutine dot_product_test(forward, backward)
      real(dp), intent(in) :: forward, backward
      real(dp) :: relative
      character(len=8) :: verdict
      relative = abs(forward - backward)/max(abs(forward), tiny(1.0_dp))
      verdict = '  right'
      if (.not. relative < 1.0e-11_dp) then
         verdict = '  WRONG'
         wrong = wrong + 1
      end if
      print '(/,a)', 'Dot-product test'
      print '(a22,es24.15)', '<w, J v>   (tangent)', forward
      print '(a22,es24.15)', '<J^T w, v> (adjoint)', backward
      print '(a22,es24.2,a)', 'relative difference', relative, trim(verdict)
   end subroutine dot_product_test

   ! The last call: tells the verdict, and stops with an error where something disagreed or was left on the tape.
   subroutine finish()
      logical, external :: adc_tape_empty
      integer(selected_int_kind(18)), external :: adc_tape_peak_bytes
      print '(/,a,i0,a)', 'The tape held ', adc_tape_peak_bytes(), ' bytes at most.'
      if (.not. adc_tape_empty()) then
         write (error_unit, '(a)') 'The tape is not empty: more was pushed than popped.'
         error stop 1
      end if
      if (wrong > 0) then
         write (error_unit, '(i0,a)') wrong, ' comparisons failed.'
         error stop 1
      end if
      print '(a)', 'All derivatives agree.'
   end subroutine finish
end module gradient_check
