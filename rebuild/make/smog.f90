! Air that travels over a town for some hours: ozone at the end, and the dose of nitrogen dioxide, for emissions, the first
! concentrations and the reactivity of hydrocarbons.
subroutine smog(quarters, unit, begin, strength, reactivity, ozone, dose)
  use species
  use mechanism, only: load_mechanism
  use sunlight, only: load_table, set_light
  use rates, only: set_coefficients
  use stiff, only: integrate, reset_counts
  use emissions, only: set_sources, mixed_layer, source, depth
  use journal, only: open_journal, write_journal, close_journal
  implicit none
  integer, intent(in) :: quarters, unit
  real(dp), intent(in) :: begin(nspec), strength(3), reactivity
  real(dp), intent(out) :: ozone, dose
  real(dp) :: c(nspec), background(nspec), hour, temperature, cover, dilution, before
  integer :: step
  call load_mechanism()
  call load_table()
  call reset_counts()
  call open_journal()
  background = 0.0_dp
  background(i_o3) = 0.04_dp
  background(i_co) = 0.15_dp
  c = begin
  dose = 0.0_dp
  do step = 1, quarters
    hour = 6.0_dp + 0.25_dp*real(step - 1, dp)
    temperature = 298.0_dp - 6.0_dp*cos(3.141592653589793_dp*(hour - 3.0_dp)/12.0_dp)
    cover = 0.3_dp + 0.2_dp*sin(hour)
    call set_light(hour, cover)
    call set_coefficients(temperature, reactivity)
    call set_sources(hour, strength, temperature)
    before = mixed_layer(max(hour - 0.25_dp, 0.0_dp))
    dilution = max(depth - before, 0.0_dp)/(15.0_dp*depth) + 1.0e-4_dp
    source = source + dilution*background
    call integrate(c, source, dilution, 15.0_dp, 0.05_dp)
    dose = dose + 0.25_dp*c(i_no2)
    if (mod(step, 4) == 0) call write_journal(hour, c, unit)
  end do
  ozone = c(i_o3)
  call close_journal(unit)
end subroutine smog
