! Catchments, reaches of river, lakes, and the whole basin.
module model_types
  implicit none
  integer, parameter :: r8 = kind(1.0d0)
  integer, parameter :: n_sub = 96, n_reach = 96, n_lake = 3, n_step_day = 4

  ! One part of the basin. `landuse` is a row of the table of vegetation.
  type :: subbasin
    integer :: landuse, drains_to
    real(r8) :: area, elevation
    real(r8) :: snow, interception, soil, ground
    real(r8) :: capacity, shape, percolation, recession
    real(r8) :: runoff, baseflow, evaporated
  end type subbasin

  ! One reach, for Muskingum's method. `below` is the next reach, 0 at the mouth; `lake` is the lake at its end, 0 for none.
  type :: reach
    integer :: below, lake
    real(r8) :: k, x
    real(r8) :: inflow, outflow, previous_in, lateral
  end type reach

  type :: lake
    real(r8) :: area, level, sill, width
    real(r8) :: inflow, outflow
    logical :: gated
  end type lake

  type :: basin
    type(subbasin) :: sub(n_sub)
    type(reach) :: river(n_reach)
    type(lake) :: water(n_lake)
    integer :: order(n_reach)
    real(r8) :: time
  end type basin

  ! What is calibrated.
  type :: parameters
    real(r8) :: capacity_factor, shape_factor, melt_factor, percolation_factor, recession_factor, celerity_factor
  end type parameters

  ! The weather of a step.
  type :: weather
    real(r8) :: rain(n_sub), temperature(n_sub), demand(n_sub)
  end type weather
end module model_types
