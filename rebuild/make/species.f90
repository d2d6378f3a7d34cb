! The chemicals, by number. `m_` names are fixed: air, oxygen, water.
module species
  implicit none
  integer, parameter :: dp = kind(0.0d0)
  integer, parameter :: nspec = 12, nreac = 19, nphot = 4
  integer, parameter :: i_no = 1, i_no2 = 2, i_o3 = 3, i_oh = 4, i_ho2 = 5, i_co = 6, i_hcho = 7, i_rh = 8, &
    i_ro2 = 9, i_ald = 10, i_hno3 = 11, i_h2o2 = 12
  character(len=4), parameter :: names(nspec) = ['NO  ', 'NO2 ', 'O3  ', 'OH  ', 'HO2 ', 'CO  ', 'HCHO', 'RH  ', &
    'RO2 ', 'ALD ', 'HNO3', 'H2O2']
  real(dp) :: m_air, m_water
contains
  integer function number_of(name)
    character(len=*), intent(in) :: name
    integer :: i
    number_of = 0
    do i = 1, nspec
      if (names(i) == name) number_of = i
    end do
  end function number_of
end module species
