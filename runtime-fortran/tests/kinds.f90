! Every kind through the generic names, and the wide kinds that have none.
program kinds
   use adc_tape
   use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
   implicit none
   integer, parameter :: n = 30000, quad = max(selected_real_kind(30), real64)
   external :: pushreal16, popreal16, pushreal16array, popreal16array, pushcomplex32, popcomplex32
   real(quad) :: q, qs(9)
   complex(quad) :: cq
   integer :: i
   real(real32) :: x0, a0(n)
   real(real64) :: x1, a1(n)
   complex(real32) :: x2, a2(n)
   complex(real64) :: x3, a3(n)
   integer(int8) :: x4, a4(n)
   integer(int16) :: x5, a5(n)
   integer(int32) :: x6, a6(n)
   integer(int64) :: x7, a7(n)
   logical :: l, la(n)
   character(len=1) :: c, ca(n)

   do i = 1, n
      a0(i) = real(i, real32)
      call adc_push(a0(i))
      a1(i) = real(i, real64)
      call adc_push(a1(i))
      a2(i) = cmplx(i, -i, real32)
      call adc_push(a2(i))
      a3(i) = cmplx(i, -i, real64)
      call adc_push(a3(i))
      a4(i) = int(mod(i, 100), int8)
      call adc_push(a4(i))
      a5(i) = int(i, int16)
      call adc_push(a5(i))
      a6(i) = int(i, int32)
      call adc_push(a6(i))
      a7(i) = int(i, int64)
      call adc_push(a7(i))
      la(i) = mod(i, 3) == 0
      call adc_push(la(i))
      ca(i) = achar(mod(i, 128))
      call adc_push(ca(i))
   end do
   call adc_push(a0, n)
   call adc_push(a1, n)
   call adc_push(a2, n)
   call adc_push(a3, n)
   call adc_push(a4, n)
   call adc_push(a5, n)
   call adc_push(a6, n)
   call adc_push(a7, n)
   call adc_push(la, n)
   call adc_push(ca, n)
   if (adc_tape_bytes() /= 2_int64*n*(4 + 8 + 8 + 16 + 1 + 2 + 4 + 8 + storage_size(l)/8 + 1)) error stop 'bytes'
   a0 = 0
   a1 = 0
   a2 = 0
   a3 = 0
   a4 = 0
   a5 = 0
   a6 = 0
   a7 = 0
   la = .false.
   ca = ' '
   call adc_pop(ca, n)
   call adc_pop(la, n)
   call adc_pop(a7, n)
   call adc_pop(a6, n)
   call adc_pop(a5, n)
   call adc_pop(a4, n)
   call adc_pop(a3, n)
   call adc_pop(a2, n)
   call adc_pop(a1, n)
   call adc_pop(a0, n)
   do i = n, 1, -1
      call adc_pop(c)
      if (c /= ca(i) .or. c /= achar(mod(i, 128))) error stop 'character'
      call adc_pop(l)
      if ((l .neqv. la(i)) .or. (l .neqv. mod(i, 3) == 0)) error stop 'logical'
      call adc_pop(x7)
      if (x7 /= a7(i) .or. x7 /= int(i, int64)) error stop 'integer(int64)'
      call adc_pop(x6)
      if (x6 /= a6(i) .or. x6 /= int(i, int32)) error stop 'integer(int32)'
      call adc_pop(x5)
      if (x5 /= a5(i) .or. x5 /= int(i, int16)) error stop 'integer(int16)'
      call adc_pop(x4)
      if (x4 /= a4(i) .or. x4 /= int(mod(i, 100), int8)) error stop 'integer(int8)'
      call adc_pop(x3)
      if (abs(x3 - a3(i)) > 0 .or. abs(x3 - cmplx(i, -i, real64)) > 0) error stop 'complex(real64)'
      call adc_pop(x2)
      if (abs(x2 - a2(i)) > 0 .or. abs(x2 - cmplx(i, -i, real32)) > 0) error stop 'complex(real32)'
      call adc_pop(x1)
      if (abs(x1 - a1(i)) > 0 .or. abs(x1 - real(i, real64)) > 0) error stop 'real(real64)'
      call adc_pop(x0)
      if (abs(x0 - a0(i)) > 0 .or. abs(x0 - real(i, real32)) > 0) error stop 'real(real32)'
   end do

   qs = [(sqrt(real(i, quad)), i=1, 9)]
   call pushreal16array(qs, 9)
   call pushreal16(sqrt(2.0_quad))
   call pushcomplex32(cmplx(1, sqrt(3.0_quad), quad))
   call popcomplex32(cq)
   if (abs(cq - cmplx(1, sqrt(3.0_quad), quad)) > 0) error stop 'complex32'
   call popreal16(q)
   if (abs(q - sqrt(2.0_quad)) > 0) error stop 'real16'
   qs = 0
   call popreal16array(qs, 9)
   if (abs(qs(7) - sqrt(7.0_quad)) > 0) error stop 'array of real16'
   if (.not. adc_tape_empty()) error stop 'not empty'
end program kinds
