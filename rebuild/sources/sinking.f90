! Air that sinks slowly, as it does around highs: it carries heat, vapour, cloud and wind down.
module sinking
  use sizes, only: rk, nlev, ncol, rdry, cp
  use fields, only: t, q, cloud, wind, pressure, dp, work, work2
  implicit none
  real(rk) :: omega(nlev)
contains
  ! The speed in Pa/s: greatest in the middle, nothing at both ends. It is given.
  subroutine set_sinking()
    integer :: k
    do k = 1, nlev
      work(k) = real(k - 1, rk)/real(nlev - 1, rk)
      omega(k) = 0.04_rk*4.0_rk*work(k)*(1.0_rk - work(k))
    end do
  end subroutine set_sinking

  ! Upwind, from the layer above; `fraction` is how much of a layer comes from there.
  subroutine carry_down(a, fraction)
    real(rk), intent(inout) :: a(nlev)
    real(rk), intent(in) :: fraction(nlev)
    integer :: k
    do k = nlev, 2, -1
      a(k) = a(k) + fraction(k)*(a(k - 1) - a(k))
    end do
  end subroutine carry_down

  subroutine sink(i, dt)
    integer, intent(in) :: i
    real(rk), intent(in) :: dt
    integer :: k
    do k = 1, nlev
      work(k) = dt*omega(k)/dp(k)
    end do
    do k = 1, nlev
      work2(k) = t(k, i)*(1.0_rk + rdry/cp*dt*omega(k)/pressure(k))
    end do
    call carry_down(work2, work)
    t(:, i) = work2
    work2 = q(:, i)
    call carry_down(work2, work)
    q(:, i) = work2
    work2 = cloud(:, i)
    call carry_down(work2, work)
    cloud(:, i) = work2
    call carry_down(wind(:, i), work)
  end subroutine sink
end module sinking
