! Nanoseconds for a push and a pop, single and in arrays.
program speed
   use, intrinsic :: iso_fortran_env, only: int32, int64, real64
   implicit none
   integer, parameter :: n = 10000000, rounds = 5
   real(real64) :: x, total, a(1000)
   integer(int64) :: start, finish, rate
   integer :: i, r
   integer(int32) :: c

   call system_clock(count_rate=rate)
   total = 0
   do r = 1, rounds
      call system_clock(start)
      do i = 1, n
         call pushreal8(real(i, real64))
      end do
      do i = n, 1, -1
         call popreal8(x)
         total = total + x
      end do
      call system_clock(finish)
      call report('real8', int(n, int64))
      call system_clock(start)
      do i = 1, n
         call pushcontrol1b(iand(int(i, int32), 1_int32))
      end do
      do i = n, 1, -1
         call popcontrol1b(c)
         total = total + c
      end do
      call system_clock(finish)
      call report('control1b', int(n, int64))
      a = r
      call system_clock(start)
      do i = 1, n/1000
         call pushreal8array(a, 1000)
      end do
      do i = n/1000, 1, -1
         call popreal8array(a, 1000)
         total = total + a(17)
      end do
      call system_clock(finish)
      call report('real8 in arrays of 1000', int(n, int64))
   end do
   if (total < 0) print *, total

contains

   subroutine report(what, count)
      character(len=*), intent(in) :: what
      integer(int64), intent(in) :: count
      if (r == rounds) print '(a,t30,f8.2,a)', what, 1.0e9_real64*(finish - start)/rate/count, ' ns a push and its pop'
   end subroutine report
end program speed
