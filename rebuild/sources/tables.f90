! Vegetation by kind of land use.
module tables
  use model_types, only: r8
  implicit none
  integer, parameter :: kinds_of_land = 4
  real(r8), parameter :: canopy(kinds_of_land) = [2.0_r8, 1.0_r8, 0.5_r8, 0.1_r8]
  real(r8), parameter :: crop(kinds_of_land) = [1.1_r8, 1.0_r8, 0.9_r8, 0.4_r8]
  real(r8), parameter :: sealed(kinds_of_land) = [0.0_r8, 0.02_r8, 0.05_r8, 0.45_r8]
  real(r8), parameter :: capacities(kinds_of_land) = [180.0_r8, 140.0_r8, 110.0_r8, 60.0_r8]
contains
  ! Share of the year's demand that falls on a day: a smooth season.
  pure real(r8) function season(day)
    real(r8), intent(in) :: day
    season = 1.0_r8 + 0.8_r8*sin(6.283185307_r8*(day - 100.0_r8)/365.0_r8)
  end function season
end module tables
