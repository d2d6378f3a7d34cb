! Control values of every width, packed: each comes back, and they take the memory of their bits.
program control
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64
   implicit none
   integer, parameter :: n = 200000
   integer(int32) :: v(n), c
   integer :: width(n), i, w
   real :: r(n), q(n)

   call random_number(r)
   call random_number(q)
   width = 1 + int(8*r)
   width = min(width, 8)
   do i = 1, n
      v(i) = int(min(2**width(i) - 1, int(2**width(i)*q(i))), int32)
   end do
   do i = 1, n
      call push_width(width(i), v(i))
   end do
   do i = n, 1, -1
      call pop_width(width(i), c)
      if (c /= v(i)) error stop 'a control value is wrong'
   end do
   if (.not. adc_tape_empty()) error stop 'not empty'

   ! The largest and the smallest value of each width, alternating.
   do w = 1, 8
      do i = 1, 1000
         call push_width(w, int(merge(2**w - 1, 0, mod(i, 2) == 0), int32))
      end do
      do i = 1000, 1, -1
         call pop_width(w, c)
         if (c /= merge(2**w - 1, 0, mod(i, 2) == 0)) error stop 'an extreme value is wrong'
      end do
   end do

   ! 62 bits a word.
   do i = 1, 62000
      call pushcontrol1b(1_int32)
   end do
   if (adc_tape_bytes() > 8000_int64) error stop 'control bits are not packed'
   if (adc_tape_empty()) error stop 'control bits are not seen'
   do i = 1, 62000
      call popcontrol1b(c)
   end do
   call pushcontrol1b(0_int32)
   if (adc_tape_empty()) error stop 'one control bit is not seen'
   call popcontrol1b(c)
   if (.not. adc_tape_empty()) error stop 'not empty at the end'

contains

   subroutine push_width(w, c)
      integer, intent(in) :: w
      integer(int32), intent(in) :: c
      select case (w)
      case (1)
         call pushcontrol1b(c)
      case (2)
         call pushcontrol2b(c)
      case (3)
         call pushcontrol3b(c)
      case (4)
         call pushcontrol4b(c)
      case (5)
         call pushcontrol5b(c)
      case (6)
         call pushcontrol6b(c)
      case (7)
         call pushcontrol7b(c)
      case (8)
         call pushcontrol8b(c)
      end select
   end subroutine push_width

   subroutine pop_width(w, c)
      integer, intent(in) :: w
      integer(int32), intent(out) :: c
      c = -1
      select case (w)
      case (1)
         call popcontrol1b(c)
      case (2)
         call popcontrol2b(c)
      case (3)
         call popcontrol3b(c)
      case (4)
         call popcontrol4b(c)
      case (5)
         call popcontrol5b(c)
      case (6)
         call popcontrol6b(c)
      case (7)
         call popcontrol7b(c)
      case (8)
         call popcontrol8b(c)
      end select
   end subroutine pop_width
end program control
