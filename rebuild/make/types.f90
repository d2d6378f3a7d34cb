! The types of the program: cells, faces, settings, and a log.
module types
  implicit none
  integer, parameter :: dp = kind(1d0)
  integer, parameter :: cells = 96, ghosts = 2

  ! Conserved quantities: density, momentum, energy, each by volume.
  type :: conserved
    real(dp) :: rho, mom, ene
  end type conserved

  ! Primitive quantities, and the speed of sound.
  type :: primitive
    real(dp) :: rho, vel, prs, snd
  end type primitive

  ! The duct: where the cells are, how wide it is. `id` tells which wall a cell belongs to.
  type :: duct
    real(dp) :: length, dx
    real(dp) :: centre(1 - ghosts:cells + ghosts)
    real(dp) :: area(1 - ghosts:cells + ghosts)
    real(dp) :: face(0:cells)
    integer :: id(cells)
  end type duct

  ! How a run is made.
  type :: settings
    real(dp) :: gamma, cfl, total_pressure, total_temperature, exit_pressure
    integer :: limiter, order, report_every
    logical :: entropy_fix
    character(len=16) :: title
  end type settings

  ! Numbers for people.
  type :: log_entry
    integer :: step
    real(dp) :: time, residual, mach, mass
  end type log_entry
end module types
