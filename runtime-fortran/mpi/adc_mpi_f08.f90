! What programs with the module mpi_f08 need in addition to adc_mpi.
module adc_mpi_f08
   use mpi_f08
   implicit none
   private
   public :: adc_mpi_status_f08

contains

   ! The status of a message that has been received.
   subroutine adc_mpi_status_f08(message, status)
      integer, intent(in) :: message(3)
      type(MPI_Status), intent(out) :: status
      call mpi_status_set_elements(status, MPI_BYTE, max(message(3), 0))
      status%MPI_SOURCE = message(1)
      status%MPI_TAG = message(2)
      status%MPI_ERROR = MPI_SUCCESS
   end subroutine adc_mpi_status_f08
end module adc_mpi_f08
