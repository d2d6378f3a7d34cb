! The ends of the duct: a reservoir on the left, a given pressure on the right.
module boundaries
  use types, only: dp, cells, ghosts, primitive, settings
  use gas, only: gam, gm1
  implicit none
contains
  subroutine reservoir(s, inner, outer)
    type(settings), intent(in) :: s
    type(primitive), intent(in) :: inner
    type(primitive), intent(out) :: outer
    real(dp) :: vel, t, mach2
    vel = max(inner%vel, 0.0_dp)
    t = s%total_temperature - 0.5_dp*gm1/gam*vel**2
    mach2 = vel**2/(gam*t)
    outer%prs = s%total_pressure/(1.0_dp + 0.5_dp*gm1*mach2)**(gam/gm1)
    outer%rho = outer%prs/t
    outer%vel = vel
    outer%snd = sqrt(gam*outer%prs/outer%rho)
  end subroutine reservoir

  subroutine outlet(s, inner, outer)
    type(settings), intent(in) :: s
    type(primitive), intent(in) :: inner
    type(primitive), intent(out) :: outer
    outer = inner
    if (inner%vel < inner%snd) then
      outer%prs = s%exit_pressure
      outer%rho = inner%rho*(s%exit_pressure/inner%prs)**(1.0_dp/gam)
      outer%snd = sqrt(gam*outer%prs/outer%rho)
    end if
  end subroutine outlet

  subroutine fill_ghosts(s, w)
    type(settings), intent(in) :: s
    type(primitive), intent(inout) :: w(1 - ghosts:cells + ghosts)
    integer :: i
    call reservoir(s, w(1), w(0))
    call outlet(s, w(cells), w(cells + 1))
    do i = 2, ghosts
      w(1 - i) = w(0)
      w(cells + i) = w(cells + 1)
    end do
  end subroutine fill_ghosts
end module boundaries
