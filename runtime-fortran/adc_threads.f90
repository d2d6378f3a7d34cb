! Parallel loops whose records are on the tapes of their threads. Arguments are integer(4). All are called by every
! thread of a parallel region:
!
!     call adc_share(low, high, least, first, last)   the range of this thread, among the iterations from low to high: all
!                                                     threads have ranges of nearly equal lengths, in the order of the
!                                                     threads; none is shorter than `least`, but some may be empty
!     call adc_share_keep(first, last)                puts the range on the tape of this thread, at the end of a region
!     call adc_share_again(first, last)               takes it from there, at the begin of the region of the reverse sweep;
!                                                     stops if that has another number of threads
!
!     !$ call adc_threads_check()                     stops if this file was compiled without OpenMP
!
! Without OpenMP there is one thread.

subroutine adc_share(low, high, least, first, last)
   !$ use omp_lib, only: omp_get_num_threads, omp_get_thread_num
   use, intrinsic :: iso_fortran_env, only: int32, int64
   implicit none
   integer(int32), intent(in) :: low, high, least
   integer(int32), intent(out) :: first, last
   integer(int64) :: count, threads, me
   threads = 1
   me = 0
   !$ threads = omp_get_num_threads()
   !$ me = omp_get_thread_num()
   count = max(int(high, int64) - low + 1, 0_int64)
   threads = max(min(threads, count/max(least, 1)), 1_int64)
   if (me >= threads) then
      first = low
      last = low - 1
      return
   end if
   first = int(low + me*count/threads, int32)
   last = int(low + (me + 1)*count/threads - 1, int32)
end subroutine adc_share

subroutine adc_share_keep(first, last)
   !$ use omp_lib, only: omp_get_num_threads
   use, intrinsic :: iso_fortran_env, only: int32
   use adc_tape, only: pushinteger4
   implicit none
   integer(int32), intent(in) :: first, last
   integer(int32) :: threads
   threads = 1
   !$ threads = omp_get_num_threads()
   call pushinteger4(first)
   call pushinteger4(last)
   call pushinteger4(threads)
end subroutine adc_share_keep

subroutine adc_share_again(first, last)
   !$ use omp_lib, only: omp_get_num_threads
   use, intrinsic :: iso_fortran_env, only: int32, error_unit
   use adc_tape, only: popinteger4
   implicit none
   integer(int32), intent(out) :: first, last
   integer(int32) :: threads, now
   now = 1
   !$ now = omp_get_num_threads()
   call popinteger4(threads)
   if (threads /= now) then
      write (error_unit, '(a, i0, a, i0)') 'adc_share_again: the forward sweep of a parallel loop ran on ', threads, &
         ' threads, and its reverse sweep runs on ', now
      error stop 2
   end if
   call popinteger4(last)
   call popinteger4(first)
end subroutine adc_share_again

! Only code that is compiled with OpenMP calls it.
subroutine adc_threads_check()
   use, intrinsic :: iso_fortran_env, only: error_unit
   implicit none
   logical :: threads
   threads = .false.
   !$ threads = .true.
   if (threads) return
   write (error_unit, '(a)') 'adc_threads_check: compile the files of adc''s runtime with -fopenmp, too'
   error stop 2
end subroutine adc_threads_check
