program modern_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use modern, only: blocking, halo, statuses
   use modern_d, only: blocking_d, halo_d, statuses_d
   use modern_b, only: blocking_b, halo_b, statuses_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('blocking', blocking, blocking_d, blocking_b, 1d-6)
   call checked('halo', halo, halo_d, halo_b, 1d-6)
   call checked('statuses', statuses, statuses_d, statuses_b, 1d-6)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program modern_check
