! Every OpenMP thread has schedules, snapshots, recordings and a file of its own.
program step_threads
   use adc_tape
   use adc_steps
   use omp_lib, only: omp_get_thread_num, omp_set_num_threads
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer :: wrong, region

   call omp_set_num_threads(4)
   wrong = 0
   do region = 1, 3
      !$omp parallel reduction(+:wrong)
      call work(omp_get_thread_num(), 1, wrong)
      call work(omp_get_thread_num(), 0, wrong)
      !$omp end parallel
   end do
   if (wrong /= 0) error stop 'a thread saw a wrong state'

contains

   subroutine work(me, memory, wrong)
      integer, intent(in) :: me, memory
      integer, intent(inout) :: wrong
      integer, parameter :: l = 60
      integer(int32) :: action, step
      real(real64) :: a(3000)
      integer :: turned
      call adc_repeat_begin()
      call pushinteger4(int(me, int32))
      call adc_repeat_end()
      a = me
      turned = 0
      call adc_steps_begin(l, memory, 3 + me)
      do
         call adc_steps_next(action, step)
         select case (action)
         case (store)
            call adc_snapshot_begin()
            call pushreal8array(a, size(a))
            call adc_snapshot_end()
         case (advance)
            a = a + step
         case (restore)
            call adc_snapshot_load()
            call popreal8array(a, size(a))
         case (turn)
            if (any(nint(a) /= me + step*(step - 1)/2)) wrong = wrong + 1
            turned = turned + 1
         case default
            exit
         end select
      end do
      call adc_steps_end()
      if (turned /= l) wrong = wrong + 1
      call adc_repeat_load()
      call popinteger4(step)
      if (step /= me) wrong = wrong + 1
      call adc_repeat_drop()
      if (adc_snapshot_disk_bytes() < (3 + me - memory)*24000_int64) wrong = wrong + 1
      if (.not. adc_tape_empty()) wrong = wrong + 1
      call adc_tape_release()
      if (adc_tape_allocated_bytes() /= 0) wrong = wrong + 1
   end subroutine work
end program step_threads
