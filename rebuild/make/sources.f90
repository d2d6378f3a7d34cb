! Effects of the wall on the flow: friction, and heat from warm walls.
module sources
  use types, only: dp, cells, ghosts, conserved, primitive, duct
  use gas, only: gam, gm1
  implicit none
  real(dp), save :: roughness(4), wall_temperature(cells)
contains
  ! The roughness of each quarter, and a warm stretch, smoothed: they are given.
  subroutine set_walls(d)
    type(duct), intent(in) :: d
    real(dp) :: work(0:cells + 1), s
    integer :: i, pass
    roughness = [1.0e-3_dp, 4.0e-3_dp, 4.0e-3_dp, 2.0e-3_dp]
    do i = 0, cells + 1
      s = (real(i, dp) - 0.5_dp)/real(cells, dp)
      work(i) = 1.0_dp
      if (s > 0.3_dp .and. s < 0.45_dp) work(i) = 1.2_dp
    end do
    do pass = 1, 3
      do i = 1, cells
        wall_temperature(i) = 0.25_dp*(work(i - 1) + 2.0_dp*work(i) + work(i + 1))
      end do
      work(1:cells) = wall_temperature
    end do
    if (d%length <= 0.0_dp) error stop 'the duct has no length'
  end subroutine set_walls

  ! Fanning's friction with a factor that falls with speed, and Reynolds' analogy for the heat.
  subroutine wall_terms(d, w, r)
    type(duct), intent(in) :: d
    type(primitive), intent(in) :: w(1 - ghosts:cells + ghosts)
    type(conserved), intent(inout) :: r(cells)
    real(dp) :: diameter, factor, force, heat, temperature, speed
    integer :: i
    do i = 1, cells
      diameter = 2.0_dp*sqrt(d%area(i)/3.14159265358979_dp)
      speed = abs(w(i)%vel)
      factor = roughness(d%id(i))*(1.0_dp + 1.0_dp/(1.0_dp + 20.0_dp*speed))
      force = 2.0_dp*factor*w(i)%rho*w(i)%vel*speed/diameter
      temperature = w(i)%prs/w(i)%rho + 0.4_dp*gm1/gam*speed**2
      heat = 2.0_dp*factor*w(i)%rho*speed*gam/gm1*(wall_temperature(i) - temperature)/diameter
      r(i)%mom = r(i)%mom - force
      r(i)%ene = r(i)%ene + heat
    end do
  end subroutine wall_terms
end module sources
