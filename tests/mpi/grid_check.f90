program grid_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use grid
   use grid_d
   use grid_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('near', near, near_d, near_b, 1d-6)
   call checked('mixed', mixed, mixed_d, mixed_b, 1d-6)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program grid_check
