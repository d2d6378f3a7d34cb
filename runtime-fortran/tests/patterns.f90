! Sets of independents against sets that are arrays of logicals.
program patterns
   use, intrinsic :: iso_fortran_env, only: real32, real64
   use adc_patterns
   implicit none
   call unions_of_few()
   call random_unions()
   call running_unions()
   call arrays()
   call products()
   call kinds()
   call rows()
   call adc_patterns_end()
contains

   subroutine check(ok, number)
      logical, intent(in) :: ok
      integer, intent(in) :: number
      if (ok) return
      print *, 'check ', number, ' fails'
      error stop 1
   end subroutine check

   logical function is(handle, expected)
      real(real64), intent(in) :: handle
      integer, intent(in) :: expected(:)
      integer, allocatable :: members(:)
      call adc_set_members(handle, members)
      is = size(members) == size(expected) .and. adc_set_size(handle) == size(expected)
      if (is) is = all(members == expected)
   end function is

   subroutine unions_of_few()
      real(real64) :: a, b, c
      call adc_patterns_start(10)
      call check(is(0d0, [integer ::]), 1)
      call check(is(7d0, [7]), 2)
      call check(abs(adc_union(0d0, 0d0)) <= 0, 3)
      call check(abs(adc_union(3d0, 0d0) - 3) <= 0 .and. abs(adc_union(0d0, 3d0) - 3) <= 0, 4)
      call check(abs(adc_union(3d0, 3d0) - 3) <= 0, 5)
      a = adc_union(9d0, 2d0)
      call check(is(a, [2, 9]), 6)
      ! the same set again, and subsets
      call check(abs(adc_union(2d0, 9d0) - a) <= 0, 7)
      call check(abs(adc_union(a, 2d0) - a) <= 0 .and. abs(adc_union(9d0, a) - a) <= 0, 8)
      b = adc_union(adc_union(1d0, 9d0), 4d0)
      call check(is(b, [1, 4, 9]), 9)
      c = adc_union(a, b)
      call check(is(c, [1, 2, 4, 9]), 10)
      call check(is(a, [2, 9]) .and. is(b, [1, 4, 9]), 11)
      ! equal sets have equal handles, by whatever way they come
      call check(abs(adc_union(adc_union(9d0, 4d0), adc_union(2d0, 1d0)) - c) <= 0, 12)
      call check(is(adc_union(adc_union(4d0, 6d0), 5d0), [4, 5, 6]), 13)
      ! start forgets
      call adc_patterns_start(3)
      call check(is(adc_union(3d0, 1d0), [1, 3]), 14)
   end subroutine unions_of_few

   subroutine random_unions()
      integer, parameter :: n = 300, sets = 6000
      logical :: contains_it(n, 0:sets)
      real(real64) :: handle(0:sets), r(2)
      integer :: k, a, b, i
      call adc_patterns_start(n)
      contains_it = .false.
      handle(0) = 0
      do k = 1, n
         handle(k) = k
         contains_it(k, k) = .true.
      end do
      do k = n + 1, sets
         call random_number(r)
         ! small sets at first, and then sets of all sizes
         a = int(r(1)*k)
         b = int(r(2)*min(k, merge(k, 2*n, mod(k, 3) == 0)))
         handle(k) = adc_union(handle(a), handle(b))
         contains_it(:, k) = contains_it(:, a) .or. contains_it(:, b)
      end do
      do k = 0, sets
         call check(is(handle(k), pack([(i, i=1, n)], contains_it(:, k))), 20)
      end do
      do k = 1, sets, 97
         do i = 1, k
            call check((abs(handle(i) - handle(k)) <= 0) .eqv. all(contains_it(:, i) .eqv. contains_it(:, k)), 21)
         end do
      end do
   end subroutine random_unions

   ! Sums in loops: every partial sum stays what it is, and they share memory.
   subroutine running_unions()
      integer, parameter :: n = 5000
      integer :: i, k, step
      real(real64) :: s, other, some(n)
      do step = 1, 3
         call adc_patterns_start(n)
         s = 0
         other = 0
         k = 0
         do i = 1, n, step
            s = adc_union(s, real(i, real64))
            k = k + 1
            some(k) = s
            ! another set that branches off
            if (mod(i, 500) == 1) other = adc_union(s, real(n, real64))
         end do
         do k = 1, k, 71
            call check(is(some(k), [(i, i=1, 1 + (k - 1)*step, step)]), 30)
         end do
         call check(adc_set_size(other) > 1, 31)
         s = 0
         do i = n, 1, -step
            s = adc_union(real(i, real64), s)
         end do
         call check(is(s, [(i, i=merge(n - (n - 1)/step*step, 1, step > 1), n, step)]), 32)
      end do
   end subroutine running_unions

   subroutine arrays()
      real(real64) :: a(3, 4), b(2, 3, 2), c(2, 2, 2, 2)
      real(real32) :: one(6), seven(1, 2, 1, 1, 2, 1, 2)
      integer :: i
      call adc_patterns_start(100)
      a = reshape([(real(i, real64), i=1, 12)], [3, 4])
      call check(is(adc_union_all(a), [(i, i=1, 12)]), 40)
      call check(is(adc_union_all(a, a > 10), [11, 12]), 41)
      call check(is(adc_union_all(a, .not. (a > 3 .and. a < 99)), [1, 2, 3]), 42)
      call check(is(adc_union_all(a(:, 1:0)), [integer ::]), 43)
      call check(is(adc_union_all([5d0, 0d0, 5d0]), [5]), 44)
      call check(is(adc_union_all(a(2, :)), [2, 5, 8, 11]), 45)
      call check(all(abs(adc_union_along(a, 2) - [(adc_union_all(a(i, :)), i=1, 3)]) <= 0), 46)
      call check(all(abs(adc_union_along(a, 1) - [(adc_union_all(a(:, i)), i=1, 4)]) <= 0), 47)
      ! sets of several members, and the union among them
      a(1, 1) = adc_union_all(a)
      call check(abs(adc_union_all(a) - a(1, 1)) <= 0, 48)
      b = reshape([(real(i, real64), i=1, 12)], [2, 3, 2])
      call check(all(shape(adc_union_along(b, 2)) == [2, 2]), 49)
      call check(all(abs(adc_union_along(b, 1) - reshape([(adc_union(2d0*i - 1, 2d0*i), i=1, 6)], [3, 2])) <= 0), 50)
      call check(all(abs(adc_union_along(b, 3) - adc_union(b(:, :, 1), b(:, :, 2))) <= 0), 51)
      c = reshape([(real(i, real64), i=1, 16)], [2, 2, 2, 2])
      call check(all(abs(adc_union_along(c, 1) - adc_union(c(1, :, :, :), c(2, :, :, :))) <= 0), 52)
      call check(all(abs(adc_union_along(c, 2) - adc_union(c(:, 1, :, :), c(:, 2, :, :))) <= 0), 53)
      call check(all(abs(adc_union_along(c, 3) - adc_union(c(:, :, 1, :), c(:, :, 2, :))) <= 0), 54)
      call check(all(abs(adc_union_along(c, 4) - adc_union(c(:, :, :, 1), c(:, :, :, 2))) <= 0), 55)
      one = [9., 60., 33., 33., 0., 99.]
      call check(adc_set_size(adc_union_all(one)) == 4, 56)
      seven = reshape([(i + 0., i=20, 34, 2)], shape(seven))
      call check(is(real(adc_union_all(seven), real64), [(i, i=20, 34, 2)]), 57)
      call check(is(real(adc_union_all(seven, seven > 30), real64), [32, 34]), 58)
   end subroutine arrays

   subroutine products()
      real(real64) :: a(2, 3), sets(3, 4), of_two(4), of_three(3)
      integer :: i
      call adc_patterns_start(12)
      a = 0
      sets = reshape([(real(i, real64), i=1, 12)], [3, 4])
      of_three = sets(:, 2)
      call check(all(abs(adc_union_matmul_left(a, sets) - spread(adc_union_along(sets, 1), 1, 2)) <= 0), 60)
      call check(all(abs(adc_union_matmul_left(a, of_three) - adc_union_all(of_three)) <= 0), 61)
      call check(all(abs(adc_union_matmul_left(a(1, :), sets) - adc_union_along(sets, 1)) <= 0), 62)
      call check(all(abs(adc_union_matmul_right(transpose(sets), transpose(a)) - &
         spread(adc_union_along(sets, 1), 2, 2)) <= 0), 63)
      of_two = adc_union_matmul_right(transpose(sets), a(1, :))
      call check(all(abs(of_two - adc_union_along(sets, 1)) <= 0), 64)
      call check(all(abs(adc_union_matmul_right(of_three, transpose(a)) - adc_union_all(of_three)) <= 0), 65)
   end subroutine products

   subroutine kinds()
      real(real32) :: a
      complex(real32) :: c
      complex(real64) :: z
      integer, allocatable :: members(:)
      call adc_patterns_start(5)
      a = adc_union(4.0, 2.0)
      call adc_set_members(a, members)
      call check(all(members == [2, 4]), 70)
      c = adc_union((4.0, 0.0), (2.0, 0.0))
      call check(abs(c - a) <= 0, 71)
      z = adc_union((1d0, 0d0), cmplx(c, kind=real64))
      call adc_set_members(z, members)
      call check(all(members == [1, 2, 4]), 72)
      call check(abs(adc_union_all([z, (5d0, 0d0)], [.true., .false.]) - z) <= 0, 73)
      call check(adc_set_size(adc_union(z, (5d0, 0d0))) == 4, 74)
      call check(all(adc_set_size([1.0, a]) == [1, 2]), 75)
   end subroutine kinds

   subroutine rows()
      integer, allocatable :: first(:), column(:)
      call adc_patterns_start(9)
      call adc_set_rows([adc_union(7d0, 3d0), 0d0, 9d0], first, column)
      call check(all(first == [1, 3, 3, 4]), 80)
      call check(all(column == [3, 7, 9]), 81)
      call adc_set_rows([real(real64) ::], first, column)
      call check(size(first) == 1 .and. size(column) == 0, 82)
   end subroutine rows
end program patterns
