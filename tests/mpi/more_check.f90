program more_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use more
   use more_d
   use more_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('scans', scans, scans_d, scans_b, 1d-6)
   call checked('scattered', scattered, scattered_d, scattered_b, 1d-6)
   call checked('uneven_blocks', uneven_blocks, uneven_blocks_d, uneven_blocks_b, 1d-6)
   call checked('begun', begun, begun_d, begun_b, 1d-6)
   call checked('places', places, places_d, places_b, 1d-6)
   call checked('some', some, some_d, some_b, 1d-6)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program more_check
