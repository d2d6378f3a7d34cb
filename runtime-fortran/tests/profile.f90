! Measured calls: counts, bytes, nested and recursive calls, and the file.

program profile
   use adc_profile
   use adc_tape, only: pushreal8, popreal8, pushreal8array, popreal8array, adc_tape_empty
   use, intrinsic :: iso_fortran_env, only: int64, real64
   implicit none
   integer :: k
   integer(int64) :: row(18)
   real(real64) :: x, a(10)

   a = 1
   x = 2
   do k = 1, 3
      call head()
   end do
   if (.not. adc_tape_empty()) error stop 'something is left on the tape'
   call adc_profile_write()
   ! the head: three runs, that record a snapshot of ten numbers and one number of their own
   call find(9, row)
   call expect(row(5), 3_int64, 'runs of the head')
   call expect(row(14), 3*88_int64, 'its records')
   call expect(row(15), 3*8_int64, 'its own records')
   call expect(row(16), 8_int64, 'the largest of them')
   ! the joint call
   call find(1, row)
   call expect(row(6), 3_int64, 'runs of the primal')
   call expect(row(12), 3*80_int64, 'its snapshots')
   call expect(row(14), 3*16_int64, 'what it records')
   call expect(row(17), 8_int64, 'what is pushed around it')
   call expect(row(4), 0_int64, 'no recursion')
   ! recursive calls share a node
   call find(2, row)
   call expect(row(4), 1_int64, 'recursion')
   call expect(row(5), 3*4_int64, 'recursive calls')

contains

   subroutine head()
      call adc_profile_enter(9, '|head|1|1|head||0')
      call adc_profile_save(1, 'head|part|1|1|open|f.f90|3')
      call pushreal8array(a, 10)
      call adc_profile_run()
      call adc_profile_ran()
      call pushreal8(x)
      call adc_profile_turn()
      call fold(3)
      call popreal8(x)
      call popreal8array(a, 10)
      call adc_profile_enter(1, 'head|part|1|1|open|f.f90|3')
      call pushreal8(x)
      call adc_profile_begin()
      call pushreal8(x)
      call pushreal8(x)
      call adc_profile_turn()
      call popreal8(x)
      call popreal8(x)
      call popreal8(x)
      call adc_profile_leave()
      call adc_profile_leave()
   end subroutine head

   recursive subroutine fold(level)
      integer, intent(in) :: level
      call adc_profile_enter(2, 'fold|fold|1|1|open|f.f90|9')
      call adc_profile_turn()
      if (level > 0) call fold(level - 1)
      call adc_profile_leave()
   end subroutine fold

   ! The row of a site; times are left out.
   subroutine find(site, row)
      integer, intent(in) :: site
      integer(int64), intent(out) :: row(18)
      character(len=400) :: line
      character(len=4) :: word
      real(real64) :: times(4)
      integer :: unit, status
      open (newunit=unit, file='adc_profile.txt', status='old', action='read')
      do
         read (unit, '(a)', iostat=status) line
         if (status /= 0) error stop 'a site has no row'
         if (line(:5) /= 'node ') cycle
         read (line, *) word, row(1:7), times, row(12:18)
         row(8:11) = 0
         if (row(3) == site) exit
      end do
      close (unit)
   end subroutine find

   subroutine expect(found, wanted, what)
      integer(int64), intent(in) :: found, wanted
      character(len=*), intent(in) :: what
      if (found /= wanted) then
         print '(2a,2(1x,i0))', what, ':', found, wanted
         error stop 'a measurement is wrong'
      end if
   end subroutine expect

end program profile
