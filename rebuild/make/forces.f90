! Forces between near pairs: Lennard-Jones with a smooth end, and screened charges.
module forces
  use box, only: dp, np, side, cutoff, kind_of, depth, range, charge
  use neighbours, only: first, near
  implicit none
  real(dp) :: virial, potential
contains
  ! Energy of a pair and minus its derivative over r, from the square of the distance.
  subroutine pair(i, j, r2, energy, push)
    integer, intent(in) :: i, j
    real(dp), intent(in) :: r2
    real(dp), intent(out) :: energy, push
    real(dp) :: s2, s6, r, cut, w, dw, e, de, coulomb
    s2 = range(kind_of(i), kind_of(j))**2/r2
    s6 = s2**3
    r = sqrt(r2)
    e = 4.0_dp*depth(kind_of(i), kind_of(j))*(s6**2 - s6)
    de = -24.0_dp*depth(kind_of(i), kind_of(j))*(2.0_dp*s6**2 - s6)/r
    coulomb = charge(i)*charge(j)*exp(-r)/r
    e = e + coulomb
    de = de - coulomb*(1.0_dp + 1.0_dp/r)
    cut = cutoff - 0.4_dp
    if (r < cut) then
      w = 1.0_dp
      dw = 0.0_dp
    else
      w = (r - cut)/0.4_dp
      dw = -30.0_dp*w**2*(1.0_dp - w)**2/0.4_dp
      w = 1.0_dp - w**3*(10.0_dp - 15.0_dp*w + 6.0_dp*w**2)
    end if
    energy = e*w
    push = -(de*w + e*dw)/r
  end subroutine pair

  subroutine all_forces(x, f)
    real(dp), intent(in) :: x(3, np)
    real(dp), intent(out) :: f(3, np)
    real(dp) :: d(3), r2, e, push
    integer :: i, j, k
    f = 0.0_dp
    virial = 0.0_dp
    potential = 0.0_dp
    do i = 1, np
      do k = first(i), first(i + 1) - 1
        j = near(k)
        d = x(:, j) - x(:, i)
        d = d - side*anint(d/side)
        r2 = d(1)**2 + d(2)**2 + d(3)**2
        if (r2 >= cutoff**2) cycle
        call pair(i, j, r2, e, push)
        f(:, i) = f(:, i) - push*d
        f(:, j) = f(:, j) + push*d
        potential = potential + e
        virial = virial + push*r2
      end do
    end do
  end subroutine all_forces
end module forces
