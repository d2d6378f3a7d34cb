! What programs with the module mpi_f08 need in addition to adc_mpi.
module adc_mpi_f08
   use mpi_f08
   use adc_mpi, only: adc_mpi_status
   implicit none
   private
   public :: adc_mpi_status_f08

contains

   ! The status of a message that has been received.
   subroutine adc_mpi_status_f08(message, datatype, status)
      integer, intent(in) :: message(3), datatype
      type(MPI_Status), intent(out) :: status
      integer :: plain(MPI_STATUS_SIZE)
      call adc_mpi_status(message, datatype, plain)
      call mpi_status_f2f08(plain, status)
   end subroutine adc_mpi_status_f08
end module adc_mpi_f08
