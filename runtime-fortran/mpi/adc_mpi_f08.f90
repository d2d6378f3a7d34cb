! What programs with the module mpi_f08 need in addition to adc_mpi.
module adc_mpi_f08
   use mpi_f08
   use adc_requests, only: message_of
   implicit none
   private
   public :: adc_mpi_status_f08, adc_mpi_statuses_f08

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

   ! The statuses of the messages that the last call has completed.
   subroutine adc_mpi_statuses_f08(count, statuses)
      integer, intent(in) :: count
      type(MPI_Status), intent(out) :: statuses(*)
      integer :: i
      do i = 1, count
         call adc_mpi_status_f08(message_of(i), statuses(i))
      end do
   end subroutine adc_mpi_statuses_f08
end module adc_mpi_f08
