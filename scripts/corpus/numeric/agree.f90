! Compares a tangent with differences, and its product with weights with that of the adjoint.
module agree
   implicit none
   private
   public :: compare, compared
   logical :: failed = .false.
contains
   subroutine compare(what, by_tangent, by_adjoint, difference, tolerance)
      character(*), intent(in) :: what
      ! the same product, and the largest difference to central differences, relative to the tangent
      real(8), intent(in) :: by_tangent, by_adjoint, difference, tolerance
      real(8) :: error
      error = abs(by_tangent - by_adjoint)/max(abs(by_tangent), tiny(1d0))
      write (*, '(a, 3(a, es8.1))') what, ': products differ by', error, ', differences by', difference
      ! written so that no number is wrong, too
      if (.not. error <= 1d-10) failed = .true.
      if (.not. difference <= tolerance) failed = .true.
   end subroutine compare

   ! Ends the program: with status 1 if anything was wrong.
   subroutine compared()
      use adc_tape, only: adc_tape_peak_bytes, adc_tape_release
      write (*, '(a, f0.1, a)') 'tape: ', adc_tape_peak_bytes()/1d6, ' MB'
      call adc_tape_release()
      if (failed) error stop 'wrong'
   end subroutine compared
end module agree
