!> Runs an eval: reads its input, measures repeated evaluations, and writes times and results.
!!
!!     program FUNCTION INPUT OUTPUT
!!
!! Both files are binary, with numbers as this machine represents them. The input has the least number of evaluations
!! (4 bytes), the least seconds that they take together (8 bytes), then what the eval reads: integers of 4 bytes and
!! reals of 8 bytes. The output has the number of evaluations and the nanoseconds of each (8 bytes each), then the
!! results.
module harness
   use, intrinsic :: iso_fortran_env, only: error_unit, int64
   implicit none
   private
   public :: begin, measure, requested, unknown, input, output

   abstract interface
      subroutine evaluation()
      end subroutine evaluation
   end interface

   integer, protected :: input, output
   integer :: least_runs
   real(8) :: least_seconds

contains

   !> Opens both files, and reads how often to evaluate.
   subroutine begin()
      open (newunit=input, file=argument(2), access='stream', form='unformatted', status='old', action='read')
      open (newunit=output, file=argument(3), access='stream', form='unformatted', status='replace', action='write')
      read (input) least_runs, least_seconds
   end subroutine begin

   !> Evaluates as often as the input asks for, and writes the time of each evaluation.
   subroutine measure(evaluate)
      procedure(evaluation) :: evaluate
      integer(int64), allocatable :: nanoseconds(:)
      integer(int64) :: start, finish, rate
      real(8) :: seconds
      integer :: runs
      allocate (nanoseconds(max(least_runs, 1000)))
      runs = 0
      seconds = 0
      do while (runs < least_runs .or. seconds < least_seconds)
         call system_clock(start, rate)
         call evaluate()
         call system_clock(finish)
         runs = runs + 1
         if (runs > size(nanoseconds)) nanoseconds = [nanoseconds, 0*nanoseconds]
         nanoseconds(runs) = nint((finish - start)*(1d9/rate), int64)
         seconds = seconds + real(finish - start, 8)/rate
      end do
      write (output) int(runs, int64), nanoseconds(:runs)
   end subroutine measure

   !> The function of the eval to run.
   function requested()
      character(:), allocatable :: requested
      requested = argument(1)
   end function requested

   !> Stops because the eval has no such function.
   subroutine unknown()
      write (error_unit, '(3a)') 'there is no function `', requested(), '`'
      stop 2
   end subroutine unknown

   function argument(i)
      integer, intent(in) :: i
      character(:), allocatable :: argument
      integer :: length
      call get_command_argument(i, length=length)
      allocate (character(length) :: argument)
      call get_command_argument(i, argument)
   end function argument
end module harness
