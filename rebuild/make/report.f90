! A log of the run: residual, largest Mach number, mass in each quarter of the duct.
module report
  use types, only: dp, cells, conserved, primitive, duct, settings, log_entry
  use gas, only: to_primitive
  implicit none
  integer, parameter :: longest = 200
  type(log_entry), save :: entries(longest)
  integer, save :: used = 0
  real(dp), save :: quarter(4)
contains
  subroutine start_log()
    used = 0
    quarter = 0.0_dp
  end subroutine start_log

  subroutine note(step, time, d, before, after, unit)
    integer, intent(in) :: step, unit
    real(dp), intent(in) :: time
    type(duct), intent(in) :: d
    type(conserved), intent(in) :: before(cells), after(cells)
    type(primitive) :: w
    type(log_entry) :: e
    integer :: i
    e%step = step
    e%time = time
    e%residual = 0.0_dp
    e%mach = 0.0_dp
    quarter = 0.0_dp
    do i = 1, cells
      w = to_primitive(after(i))
      e%mach = max(e%mach, w%vel/w%snd)
      e%residual = e%residual + (after(i)%rho - before(i)%rho)**2
      quarter(d%id(i)) = quarter(d%id(i)) + after(i)%rho*d%area(i)*d%dx
    end do
    e%residual = sqrt(e%residual/real(cells, dp))
    e%mass = sum(quarter)
    if (used < longest) then
      used = used + 1
      entries(used) = e
    end if
    if (unit > 0) write (unit, '(i6,4es12.4)') e%step, e%time, e%residual, e%mach, e%mass
  end subroutine note

  subroutine print_log(s, unit)
    type(settings), intent(in) :: s
    integer, intent(in) :: unit
    integer :: k
    if (unit <= 0) return
    write (unit, '(2a)') 'nozzle: ', s%title
    do k = 1, used
      write (unit, '(i4,i6,4es12.4)') k, entries(k)%step, entries(k)%time, entries(k)%residual, entries(k)%mach, entries(k)%mass
    end do
  end subroutine print_log
end module report
