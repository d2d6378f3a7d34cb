! Rate coefficients, production and loss, and the Jacobian, all from the tables of the mechanism.
module rates
  use species
  use mechanism
  use sunlight, only: photolysis
  implicit none
  real(dp) :: k(nreac), v(nreac)
  real(dp) :: scratch(nspec)
contains
  ! Arrhenius' law; `factor` multiplies all thermal reactions of hydrocarbons.
  subroutine set_coefficients(temperature, factor)
    real(dp), intent(in) :: temperature, factor
    integer :: r
    do r = 1, nreac
      if (photolytic(r) > 0) then
        k(r) = photolysis(photolytic(r))
      else
        k(r) = pre(r)*exp(-activation(r)/temperature)
      end if
      if (reactant(1, r) == i_rh) k(r) = k(r)*factor
    end do
  end subroutine set_coefficients

  subroutine derivative(c, source, dilution, f)
    real(dp), intent(in) :: c(nspec), source(nspec), dilution
    real(dp), intent(out) :: f(nspec)
    integer :: r, j
    do j = 1, nspec
      f(j) = source(j) - dilution*c(j)
    end do
    do r = 1, nreac
      v(r) = k(r)*c(reactant(1, r))
      if (reactant(2, r) > 0) v(r) = v(r)*c(reactant(2, r))
      f(reactant(1, r)) = f(reactant(1, r)) - v(r)
      if (reactant(2, r) > 0) f(reactant(2, r)) = f(reactant(2, r)) - v(r)
      do j = 1, 3
        if (made(j, r) > 0) f(made(j, r)) = f(made(j, r)) + yield(j, r)*v(r)
      end do
    end do
  end subroutine derivative

  subroutine jacobian(c, dilution, jac)
    real(dp), intent(in) :: c(nspec), dilution
    real(dp), intent(out) :: jac(nspec, nspec)
    real(dp) :: partial(2)
    integer :: r, j, a, b, side
    jac = 0.0_dp
    do j = 1, nspec
      jac(j, j) = -dilution
    end do
    do r = 1, nreac
      a = reactant(1, r)
      b = reactant(2, r)
      if (b > 0) then
        partial(1) = k(r)*c(b)
        partial(2) = k(r)*c(a)
      else
        partial(1) = k(r)
        partial(2) = 0.0_dp
      end if
      do side = 1, 2
        if (reactant(side, r) == 0) cycle
        jac(a, reactant(side, r)) = jac(a, reactant(side, r)) - partial(side)
        if (b > 0) jac(b, reactant(side, r)) = jac(b, reactant(side, r)) - partial(side)
        do j = 1, 3
          if (made(j, r) > 0) jac(made(j, r), reactant(side, r)) = jac(made(j, r), reactant(side, r)) &
            + yield(j, r)*partial(side)
        end do
      end do
    end do
  end subroutine jacobian
end module rates
