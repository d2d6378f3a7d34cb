! Contiguous pieces: reserved, written by index, recalled and discarded in reverse, with single pushes between.
program pieces
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   implicit none
   integer, parameter :: n(8) = [10, 0, 9000, 3, 100000, 8192, 1, 3000000]
   real(real64), pointer, contiguous :: p(:)
   integer(int32), pointer, contiguous :: k(:)
   integer :: i, j, round
   real(real64) :: x

   do round = 1, 3
      if (round == 2) call adc_tape_check(.true.)
      if (round == 3) call adc_tape_check(.false.)
      do i = 1, size(n)
         call adc_reserve(p, n(i))
         if (size(p) /= n(i)) error stop 'size of a piece'
         call pushreal8(real(i, real64))
         do j = 1, n(i)
            p(j) = real(i, real64)*j
         end do
      end do
      if (adc_tape_bytes() /= 8*(sum(int(n, int64)) + size(n))) error stop 'bytes'
      do i = size(n), 1, -1
         call popreal8(x)
         if (nint(x) /= i) error stop 'a single value is wrong'
         call adc_recall(p, n(i))
         if (size(p) /= n(i)) error stop 'size of a recalled piece'
         do j = n(i), 1, -1
            if (nint(p(j)/i) /= j) error stop 'a value of a piece is wrong'
         end do
         call adc_discard(p, n(i))
      end do
      if (.not. adc_tape_empty()) error stop 'not empty'
   end do
   call adc_reserve(k, 5)
   k = 3
   nullify (k)
   call adc_recall(k, 5)
   if (any(k /= 3)) error stop 'integers'
   call adc_discard(k, 5)
   call adc_tape_release()
   if (adc_tape_allocated_bytes() /= 0) error stop 'not all was released'
end program pieces
