! First positions on a cubic lattice, first velocities from a sequence of numbers.
module lattice
  use box, only: dp, np, side, mass
  implicit none
contains
  subroutine place(warmth, x, v)
    real(dp), intent(in) :: warmth
    real(dp), intent(out) :: x(3, np), v(3, np)
    real(dp) :: momentum(3), scratch
    integer :: i, j, k, n, seed
    n = 0
    do k = 0, 4
      do j = 0, 4
        do i = 0, 4
          n = n + 1
          x(1, n) = (real(i, dp) + 0.5_dp)*side/5.0_dp
          x(2, n) = (real(j, dp) + 0.5_dp)*side/5.0_dp
          x(3, n) = (real(k, dp) + 0.5_dp)*side/5.0_dp
        end do
      end do
    end do
    seed = 12345
    momentum = 0.0_dp
    do n = 1, np
      do k = 1, 3
        seed = mod(seed*141 + 28411, 134456)
        scratch = real(seed, dp)/134456.0_dp - 0.5_dp
        x(k, n) = x(k, n) + 0.1_dp*scratch
        seed = mod(seed*141 + 28411, 134456)
        scratch = real(seed, dp)/134456.0_dp - 0.5_dp
        v(k, n) = warmth*scratch/sqrt(mass(n))
        momentum(k) = momentum(k) + mass(n)*v(k, n)
      end do
    end do
    do n = 1, np
      v(:, n) = v(:, n) - momentum/sum(mass)
    end do
  end subroutine place
end module lattice
