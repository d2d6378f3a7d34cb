program requests_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use requests
   use requests_d
   use requests_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('ring', ring, ring_d, ring_b, 1d-6)
   call checked('any_of', any_of, any_of_d, any_of_b, 1d-6)
   call checked('tested', tested, tested_d, tested_b, 1d-6)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program requests_check
