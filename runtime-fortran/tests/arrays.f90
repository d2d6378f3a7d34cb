! Arrays of odd sizes over the borders of blocks, of rank above one, empty, larger than any block; arrays and
! single values of the same kind between one another.
program arrays
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   implicit none
   integer, parameter :: sizes(12) = [1, 0, 8191, 8192, 8193, 3, 100003, 16383, 2097153, 7, 5000011, 1]
   real(real64), allocatable :: a(:), b(:)
   real(real64) :: cube(3, 5, 7), copy(3, 5, 7), x
   integer(int32) :: k(1001), k2(1001)
   logical :: l(1001), l2(1001)
   complex(real32) :: z(77), z2(77)
   character(len=1) :: c(100003), c2(100003)
   character(len=11) :: text, text2
   integer :: i, j, round

   do round = 1, 3
      do i = 1, size(sizes)
         allocate (a(sizes(i)))
         a = [(real(i, real64)*j, j=1, sizes(i))]
         call pushreal8array(a, sizes(i))
         call pushreal8(-real(i, real64))
         deallocate (a)
      end do
      if (adc_tape_bytes() /= 8*(sum(int(sizes, int64)) + size(sizes))) error stop 'wrong count of bytes'
      do i = size(sizes), 1, -1
         allocate (a(sizes(i)), b(sizes(i)))
         b = 0
         call popreal8(x)
         if (nint(x) /= -i) error stop 'a single value is wrong'
         call popreal8array(b, sizes(i))
         a = [(real(i, real64)*j, j=1, sizes(i))]
         if (any(abs(a - b) > 0)) error stop 'an array is wrong'
         deallocate (a, b)
      end do
      if (.not. adc_tape_empty()) error stop 'not empty'
   end do

   ! An array may be taken back one by one, and the reverse.
   allocate (a(20000), b(20000))
   call random_number(a)
   call pushreal8array(a, 20000)
   do i = 20000, 1, -1
      call popreal8(b(i))
   end do
   if (any(abs(a - b) > 0)) error stop 'array pushed, popped singly'
   do i = 1, 20000
      call pushreal8(a(i))
   end do
   call popreal8array(b, 20000)
   if (any(abs(a - b) > 0)) error stop 'singly pushed, popped as array'

   ! Rank three, and other kinds.
   call random_number(cube)
   k = [(i, i=1, size(k))]
   l = mod(k, 3) == 0
   z = cmplx(k(:77), -k(:77), real32)
   c = [(achar(32 + mod(i, 90)), i=1, size(c))]
   text = 'hello, tape'
   call pushreal8array(cube, size(cube))
   call pushinteger4array(k, size(k))
   call pushbooleanarray(l, size(l))
   call pushcomplex8array(z, size(z))
   call pushcharacterarray(c, size(c))
   call pushcharacterarray(text, len(text))
   call popcharacterarray(text2, len(text2))
   call popcharacterarray(c2, size(c2))
   call popcomplex8array(z2, size(z2))
   call popbooleanarray(l2, size(l2))
   call popinteger4array(k2, size(k2))
   call popreal8array(copy, size(copy))
   if (any(abs(cube - copy) > 0)) error stop 'rank three'
   if (any(k /= k2)) error stop 'integers'
   if (any(l .neqv. l2)) error stop 'logicals'
   if (any(abs(z - z2) > 0)) error stop 'complex'
   if (any(c /= c2)) error stop 'characters'
   if (text /= text2) error stop 'text'

   ! A negative length is an empty array.
   call pushreal8array(a, -3)
   call popreal8array(a, -3)
   if (.not. adc_tape_empty()) error stop 'not empty at the end'
end program arrays
