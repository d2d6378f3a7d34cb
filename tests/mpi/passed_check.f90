program passed_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use passed
   use passed_d
   use passed_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('handed', handed, handed_d, handed_b, 1d-6)
   call checked('shared', shared, shared_d, shared_b, 1d-6)
   call checked('persistent', persistent, persistent_d, persistent_b, 1d-6)
   call checked('repeated', repeated, repeated_d, repeated_b, 1d-6)
   call checked('polled', polled, polled_d, polled_b, 1d-6)
   call checked('others', others, others_d, others_b, 1d-6)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program passed_check
