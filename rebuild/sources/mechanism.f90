! The reactions as tables: reactants, products and rates. Filled once by `load_mechanism`.
module mechanism
  use species
  implicit none
  integer :: reactant(2, nreac), made(3, nreac), photolytic(nreac)
  real(dp) :: yield(3, nreac), pre(nreac), activation(nreac)
  integer, private :: filled
contains
  subroutine load_mechanism()
    filled = 0
    made = 0
    reactant = 0
    photolytic = 0
    yield = 0.0_dp
    call add(i_no2, 0, [i_no, i_o3, 0], [1.0_dp, 1.0_dp, 0.0_dp], 1.0_dp, 0.0_dp, 1)
    call add(i_o3, 0, [i_oh, 0, 0], [0.2_dp, 0.0_dp, 0.0_dp], 1.0_dp, 0.0_dp, 2)
    call add(i_hcho, 0, [i_co, i_ho2, 0], [1.0_dp, 1.0_dp, 0.0_dp], 1.0_dp, 0.0_dp, 3)
    call add(i_h2o2, 0, [i_oh, 0, 0], [2.0_dp, 0.0_dp, 0.0_dp], 1.0_dp, 0.0_dp, 4)
    call add(i_no, i_o3, [i_no2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 3.6e3_dp, 1430.0_dp, 0)
    call add(i_no, i_ho2, [i_no2, i_oh, 0], [1.0_dp, 1.0_dp, 0.0_dp], 5.5e3_dp, -240.0_dp, 0)
    call add(i_no2, i_oh, [i_hno3, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 1.6e4_dp, 0.0_dp, 0)
    call add(i_co, i_oh, [i_ho2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 3.5e2_dp, 0.0_dp, 0)
    call add(i_o3, i_oh, [i_ho2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 2.4e3_dp, 940.0_dp, 0)
    call add(i_o3, i_ho2, [i_oh, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 1.6e1_dp, 500.0_dp, 0)
    call add(i_ho2, i_ho2, [i_h2o2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 3.3e2_dp, -600.0_dp, 0)
    call add(i_oh, i_ho2, [0, 0, 0], [0.0_dp, 0.0_dp, 0.0_dp], 7.1e4_dp, -250.0_dp, 0)
    call add(i_hcho, i_oh, [i_co, i_ho2, 0], [1.0_dp, 1.0_dp, 0.0_dp], 1.4e4_dp, 0.0_dp, 0)
    call add(i_rh, i_oh, [i_ro2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 2.5e4_dp, 400.0_dp, 0)
    call add(i_ro2, i_no, [i_no2, i_ho2, i_ald], [1.0_dp, 0.9_dp, 0.8_dp], 4.2e3_dp, -180.0_dp, 0)
    call add(i_ro2, i_ho2, [0, 0, 0], [0.0_dp, 0.0_dp, 0.0_dp], 4.0e3_dp, -900.0_dp, 0)
    call add(i_ald, i_oh, [i_ro2, i_hcho, 0], [0.8_dp, 0.5_dp, 0.0_dp], 8.3e3_dp, -250.0_dp, 0)
    call add(i_rh, i_o3, [i_hcho, i_ro2, i_oh], [0.5_dp, 0.3_dp, 0.2_dp], 9.0_dp, 1900.0_dp, 0)
    call add(i_h2o2, i_oh, [i_ho2, 0, 0], [1.0_dp, 0.0_dp, 0.0_dp], 4.4e3_dp, 160.0_dp, 0)
  end subroutine load_mechanism

  subroutine add(a, b, products, yields, factor, energy, light)
    integer, intent(in) :: a, b, products(3), light
    real(dp), intent(in) :: yields(3), factor, energy
    filled = filled + 1
    reactant(1, filled) = a
    reactant(2, filled) = b
    made(:, filled) = products
    yield(:, filled) = yields
    pre(filled) = factor
    activation(filled) = energy
    photolytic(filled) = light
  end subroutine add
end module mechanism
