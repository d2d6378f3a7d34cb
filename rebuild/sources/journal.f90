! A journal of the run: peaks, budgets of nitrogen, and the work of the integrator.
module journal
  use species
  use rates, only: v, scratch
  use stiff, only: accepted, rejected, singular
  implicit none
  real(dp) :: peak(nspec), nitrogen, production
contains
  subroutine open_journal()
    peak = 0.0_dp
    nitrogen = 0.0_dp
    production = 0.0_dp
  end subroutine open_journal

  subroutine write_journal(hour, c, unit)
    real(dp), intent(in) :: hour, c(nspec)
    integer, intent(in) :: unit
    integer :: i
    do i = 1, nspec
      scratch(i) = 1000.0_dp*c(i)
      peak(i) = max(peak(i), scratch(i))
    end do
    nitrogen = scratch(i_no) + scratch(i_no2) + scratch(i_hno3)
    production = 60.0_dp*(v(1) - v(5))
    if (unit > 0) then
      write (unit, '(f6.2,12f10.4)') hour, scratch
      write (unit, '(a,f10.4,a,f10.4,a,3i6)') '   NOy', nitrogen, ' O3 made', production, ' steps', accepted, rejected, singular
    end if
  end subroutine write_journal

  subroutine close_journal(unit)
    integer, intent(in) :: unit
    integer :: i
    if (unit > 0) write (unit, '(2a,f10.4)') (names(i), ' at most ', peak(i), i=1, nspec)
  end subroutine close_journal
end module journal
