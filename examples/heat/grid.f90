! The rod and the clock: 1 m of rod in n cells, explicit time steps.
module grid
   implicit none
   integer, parameter :: wp = selected_real_kind(15)
   integer, parameter :: n = 40          ! cells
   integer, parameter :: steps = 400     ! time steps
   integer, parameter :: interval = 20   ! a reading of the sensors every so many steps
   integer, parameter :: readings = steps/interval
   real(wp), parameter :: dx = 1.0_wp/n
   real(wp), parameter :: dt = 1.0e-3_wp
end module grid
