! Right-hand sides and time steps.
module advance
  use types, only: dp, cells, ghosts, conserved, primitive, duct, settings
  use gas, only: to_primitive
  use reconstruct, only: slopes
  use roe, only: roe_flux
  use boundaries, only: fill_ghosts
  use sources, only: wall_terms
  implicit none
contains
  ! The largest step that the fastest wave allows.
  subroutine choose_step(d, s, q, dt)
    type(duct), intent(in) :: d
    type(settings), intent(in) :: s
    type(conserved), intent(in) :: q(cells)
    real(dp), intent(out) :: dt
    type(primitive) :: w
    real(dp) :: fastest
    integer :: i
    fastest = 0.0_dp
    do i = 1, cells
      w = to_primitive(q(i))
      fastest = max(fastest, abs(w%vel) + w%snd)
    end do
    dt = s%cfl*d%dx/fastest
  end subroutine choose_step

  subroutine rates(d, s, q, r)
    type(duct), intent(in) :: d
    type(settings), intent(in) :: s
    type(conserved), intent(in) :: q(cells)
    type(conserved), intent(out) :: r(cells)
    type(primitive) :: w(1 - ghosts:cells + ghosts), dw(0:cells + 1), left, right
    type(conserved) :: f(0:cells)
    integer :: i
    do i = 1, cells
      w(i) = to_primitive(q(i))
    end do
    call fill_ghosts(s, w)
    if (s%order > 1) then
      call slopes(w, s%limiter, dw)
    else
      call slopes(w, 0, dw)
    end if
    do i = 0, cells
      left = w(i)
      left%rho = left%rho + 0.5_dp*dw(i)%rho
      left%vel = left%vel + 0.5_dp*dw(i)%vel
      left%prs = left%prs + 0.5_dp*dw(i)%prs
      right = w(i + 1)
      right%rho = right%rho - 0.5_dp*dw(i + 1)%rho
      right%vel = right%vel - 0.5_dp*dw(i + 1)%vel
      right%prs = right%prs - 0.5_dp*dw(i + 1)%prs
      call roe_flux(left, right, s%entropy_fix, f(i))
    end do
    do i = 1, cells
      r(i)%rho = (d%face(i - 1)*f(i - 1)%rho - d%face(i)*f(i)%rho)/(d%dx*d%area(i))
      r(i)%mom = (d%face(i - 1)*f(i - 1)%mom - d%face(i)*f(i)%mom &
                  + w(i)%prs*(d%face(i) - d%face(i - 1)))/(d%dx*d%area(i))
      r(i)%ene = (d%face(i - 1)*f(i - 1)%ene - d%face(i)*f(i)%ene)/(d%dx*d%area(i))
    end do
    call wall_terms(d, w, r)
  end subroutine rates

  ! Heun's method: two stages.
  subroutine step(d, s, q, dt)
    type(duct), intent(in) :: d
    type(settings), intent(in) :: s
    type(conserved), intent(inout) :: q(cells)
    real(dp), intent(in) :: dt
    type(conserved) :: k1(cells), k2(cells), mid(cells)
    integer :: i
    call rates(d, s, q, k1)
    do i = 1, cells
      mid(i)%rho = q(i)%rho + dt*k1(i)%rho
      mid(i)%mom = q(i)%mom + dt*k1(i)%mom
      mid(i)%ene = q(i)%ene + dt*k1(i)%ene
    end do
    call rates(d, s, mid, k2)
    do i = 1, cells
      q(i)%rho = q(i)%rho + 0.5_dp*dt*(k1(i)%rho + k2(i)%rho)
      q(i)%mom = q(i)%mom + 0.5_dp*dt*(k1(i)%mom + k2(i)%mom)
      q(i)%ene = q(i)%ene + 0.5_dp*dt*(k1(i)%ene + k2(i)%ene)
    end do
  end subroutine step
end module advance
