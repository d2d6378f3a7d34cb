! The softness of the ice: from its temperature, by Arrhenius' law with two ranges.
module rheology
  use kinds, only: wp, n, nz
  use constants, only: secs, gas, glen, eps2, geothermal, dt
  use tridiagonal, only: solve
  implicit none
  real(wp), parameter :: t_break = 263.15_wp, t_melt = 273.15_wp
  real(wp), parameter :: a_cold = 3.985e-13_wp, a_warm = 1.916e3_wp
  real(wp), parameter :: q_cold = 60.0e3_wp, q_warm = 139.0e3_wp
  real(wp), parameter :: conductivity = 2.1_wp, capacity = 2009.0_wp, rho = 910.0_wp
  real(wp) :: temperature(nz, n), softness(n), zeta(nz)
contains
  subroutine set_columns(surface_temperature)
    real(wp), intent(in) :: surface_temperature(n)
    integer :: i, k
    do k = 1, nz
      zeta(k) = real(k - 1, wp)/real(nz - 1, wp)
    end do
    do i = 1, n
      do k = 1, nz
        temperature(k, i) = surface_temperature(i) + 8.0_wp*(1.0_wp - zeta(k))
      end do
    end do
  end subroutine set_columns

  ! Diffusion and vertical advection in each column; the base is kept at the melting point where it would be warmer.
  subroutine step_temperature(thick, surface_temperature, accumulation, heating)
    real(wp), intent(in) :: thick(n), surface_temperature(n), accumulation(n), heating(n)
    real(wp) :: a(nz), b(nz), c(nz), r(nz), column(nz)
    real(wp) :: dz, kappa, w, courant
    integer :: i, k
    kappa = conductivity/(rho*capacity)*secs
    do i = 1, n
      dz = max(thick(i), 10.0_wp)/real(nz - 1, wp)
      do k = 2, nz - 1
        w = -accumulation(i)*zeta(k)
        courant = dt*w/dz
        a(k) = -dt*kappa/dz**2
        c(k) = -dt*kappa/dz**2 + courant
        b(k) = 1.0_wp - a(k) - c(k)
        r(k) = temperature(k, i)
      end do
      a(1) = 0.0_wp
      b(1) = 1.0_wp
      c(1) = -1.0_wp
      r(1) = (geothermal + heating(i))*dz/conductivity
      a(nz) = 0.0_wp
      b(nz) = 1.0_wp
      c(nz) = 0.0_wp
      r(nz) = surface_temperature(i)
      call solve(nz, a, b, c, r, column)
      do k = 1, nz
        if (column(k) > t_melt) column(k) = t_melt
        temperature(k, i) = column(k)
      end do
    end do
  end subroutine step_temperature

  pure real(wp) function arrhenius(t)
    real(wp), intent(in) :: t
    if (t < t_break) then
      arrhenius = a_cold*exp(-q_cold/(gas*t))
    else
      arrhenius = a_warm*exp(-q_warm/(gas*t))
    end if
  end function arrhenius

  ! Mean softness of each column, in 1/(Pa^3 a).
  subroutine update_softness()
    real(wp) :: total
    integer :: i, k
    do i = 1, n
      total = 0.0_wp
      do k = 1, nz
        total = total + arrhenius(temperature(k, i))
      end do
      softness(i) = secs*total/real(nz, wp)
    end do
  end subroutine update_softness

  ! Effective viscosity between nodes, from a strain rate.
  elemental real(wp) function viscosity(a, strain)
    real(wp), intent(in) :: a, strain
    viscosity = 0.5_wp*a**(-1.0_wp/glen)*(strain**2 + eps2)**((1.0_wp - glen)/(2.0_wp*glen))
  end function viscosity
end module rheology
