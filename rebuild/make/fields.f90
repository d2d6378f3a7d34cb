! The columns: predicted and derived quantities, and work space that every scheme may use.
module fields
  use sizes, only: rk, nlev, ncol, grav, rdry, p0
  implicit none
  real(rk) :: t(nlev, ncol), q(nlev, ncol), wind(nlev, ncol), cloud(nlev, ncol)
  real(rk) :: tground(ncol), rain(ncol)
  real(rk) :: pressure(nlev), half(nlev + 1), dp(nlev), exner(nlev), height(nlev)
  real(rk) :: albedo(ncol), rough(ncol), moisture(ncol)
  integer :: surface_type(ncol)
  real(rk) :: work(nlev), work2(nlev)
contains
  ! Level 1 is the highest.
  subroutine set_levels()
    integer :: k
    half(1) = 1.0e4_rk
    do k = 1, nlev
      work(k) = (real(k, rk)/real(nlev, rk))**1.3_rk
      half(k + 1) = 1.0e4_rk + (p0 - 1.0e4_rk)*work(k)
      pressure(k) = 0.5_rk*(half(k) + half(k + 1))
      dp(k) = half(k + 1) - half(k)
      exner(k) = (pressure(k)/p0)**(rdry/1004.0_rk)
    end do
    do k = 1, nlev
      work(k) = 250.0_rk + 40.0_rk*pressure(k)/p0
      height(k) = rdry*work(k)/grav*log(p0/pressure(k))
    end do
  end subroutine set_levels

  ! Water, grass and sand in turn.
  subroutine set_surface()
    real(rk), parameter :: albedos(3) = [0.07_rk, 0.2_rk, 0.35_rk]
    real(rk), parameter :: lengths(3) = [2.0e-4_rk, 0.03_rk, 0.005_rk]
    real(rk), parameter :: wetness(3) = [1.0_rk, 0.5_rk, 0.1_rk]
    integer :: i
    do i = 1, ncol
      surface_type(i) = 1 + mod(i, 3)
      albedo(i) = albedos(surface_type(i))
      rough(i) = lengths(surface_type(i))
      moisture(i) = wetness(surface_type(i))
    end do
  end subroutine set_surface

  ! Mass-weighted mean of a column.
  real(rk) function column_mean(a)
    real(rk), intent(in) :: a(nlev)
    integer :: k
    column_mean = 0.0_rk
    do k = 1, nlev
      column_mean = column_mean + a(k)*dp(k)
    end do
    column_mean = column_mean/(half(nlev + 1) - half(1))
  end function column_mean
end module fields
