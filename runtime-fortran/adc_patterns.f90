! Sets of independents in place of derivatives, to find the pattern of a Jacobian. This file is generated from
! template/adc_patterns.f90.in.
!
! A pattern program is a tangent whose shadows contain handles of sets. A handle is a whole number in a real variable,
! or in the real part of a complex one: 0 is the empty set, i is {i} for i = 1 to n, and larger handles are unions. The
! shadow of a result is the union of the shadows of its operands. Equal sets have equal handles.
!
!    call adc_patterns_start(n)                  ! n independents; forgets all sets
!    xs = [(i, i = 1, n)]                        ! x(i) depends on independent i
!    ys = adc_union(xs(1), adc_union(xs(2), 0d0))
!    call adc_set_members(ys, members)           ! [1, 2]
!    call adc_patterns_end()                     ! frees memory
!
! A value that is no handle stops the program. Sets are not for threads: compile pattern programs without OpenMP.
module adc_patterns
   use adc_patternpool
   use, intrinsic :: iso_fortran_env, only: real32, real64
   implicit none
   private
   public :: adc_patterns_start, adc_patterns_end, adc_union, adc_union_all, adc_union_along
   public :: adc_union_matmul_left, adc_union_matmul_right
   public :: adc_set_size, adc_set_members, adc_set_rows

   ! Single precision has all whole numbers up to this one. A larger number may be rounded to it, so it is no handle.
   integer, parameter :: single_end = 2**24

   ! No handle is as large as this.
   integer, parameter :: double_end = huge(1)

   ! The union of two sets; elemental.
   interface adc_union
      module procedure union_real4
      module procedure union_real8
      module procedure union_complex8
      module procedure union_complex16
   end interface adc_union

   ! adc_union_all(a [, mask]): the union of all elements of an array, for the sum and the like.
   interface adc_union_all
      module procedure union_all_real4_1
      module procedure union_all_real4_2
      module procedure union_all_real4_3
      module procedure union_all_real4_4
      module procedure union_all_real4_5
      module procedure union_all_real4_6
      module procedure union_all_real4_7
      module procedure union_all_real8_1
      module procedure union_all_real8_2
      module procedure union_all_real8_3
      module procedure union_all_real8_4
      module procedure union_all_real8_5
      module procedure union_all_real8_6
      module procedure union_all_real8_7
      module procedure union_all_complex8_1
      module procedure union_all_complex8_2
      module procedure union_all_complex8_3
      module procedure union_all_complex8_4
      module procedure union_all_complex8_5
      module procedure union_all_complex8_6
      module procedure union_all_complex8_7
      module procedure union_all_complex16_1
      module procedure union_all_complex16_2
      module procedure union_all_complex16_3
      module procedure union_all_complex16_4
      module procedure union_all_complex16_5
      module procedure union_all_complex16_6
      module procedure union_all_complex16_7
   end interface adc_union_all

   ! adc_union_along(a, dim): the unions along one dimension, for sum(a, dim) and the like; rank 2 to 4.
   interface adc_union_along
      module procedure union_along_real4_2
      module procedure union_along_real4_3
      module procedure union_along_real4_4
      module procedure union_along_real8_2
      module procedure union_along_real8_3
      module procedure union_along_real8_4
      module procedure union_along_complex8_2
      module procedure union_along_complex8_3
      module procedure union_along_complex8_4
      module procedure union_along_complex16_2
      module procedure union_along_complex16_3
      module procedure union_along_complex16_4
   end interface adc_union_along

   ! adc_union_matmul_left(a, xs), for matmul(a, xs): values a, sets xs. Every value counts, zero or not.
   interface adc_union_matmul_left
      module procedure left_21_real4, left_12_real4, left_22_real4
      module procedure left_21_real8, left_12_real8, left_22_real8
      module procedure left_21_complex8, left_12_complex8, left_22_complex8
      module procedure left_21_complex16, left_12_complex16, left_22_complex16
   end interface adc_union_matmul_left

   ! adc_union_matmul_right(xs, b), for matmul(xs, b): sets xs, values b.
   interface adc_union_matmul_right
      module procedure right_21_real4, right_12_real4, right_22_real4
      module procedure right_21_real8, right_12_real8, right_22_real8
      module procedure right_21_complex8, right_12_complex8, right_22_complex8
      module procedure right_21_complex16, right_12_complex16, right_22_complex16
   end interface adc_union_matmul_right

   ! The number of members; elemental.
   interface adc_set_size
      module procedure set_size_real4
      module procedure set_size_real8
      module procedure set_size_complex8
      module procedure set_size_complex16
   end interface adc_set_size

   ! adc_set_members(handle, members): the sorted members.
   interface adc_set_members
      module procedure set_members_real4
      module procedure set_members_real8
      module procedure set_members_complex8
      module procedure set_members_complex16
   end interface adc_set_members

   ! adc_set_rows(sets, first, column): the members of sets(i) are column(first(i):first(i + 1) - 1).
   interface adc_set_rows
      module procedure set_rows_real4
      module procedure set_rows_real8
      module procedure set_rows_complex8
      module procedure set_rows_complex16
   end interface adc_set_rows

   ! The handle that a shadow contains.
   interface handle_of
      module procedure handle_of_real4
      module procedure handle_of_real8
      module procedure handle_of_complex8
      module procedure handle_of_complex16
   end interface handle_of

   ! Sets a shadow to a handle.
   interface put
      module procedure put_real4
      module procedure put_real8
      module procedure put_complex8
      module procedure put_complex16
   end interface put

contains

   ! Begins with n independents. Earlier handles are no longer valid.
   subroutine adc_patterns_start(n)
      integer, intent(in) :: n
      call pool_start(n)
   end subroutine adc_patterns_start

   ! Frees memory. Handles are no longer valid.
   subroutine adc_patterns_end()
      call pool_end()
   end subroutine adc_patterns_end

   integer function handle_of_real4(a) result(handle)
      real(real32), intent(in) :: a
      handle = -1
      if (a >= 0 .and. a < single_end) handle = int(a)
      if (handle < 0 .or. handle > pool_count()) call no_set(real(a, real64))
      if (abs(a - handle) > 0) call no_set(real(a, real64))
   end function handle_of_real4

   integer function handle_of_real8(a) result(handle)
      real(real64), intent(in) :: a
      handle = -1
      if (a >= 0 .and. a < double_end) handle = int(a)
      if (handle < 0 .or. handle > pool_count()) call no_set(a)
      if (abs(a - handle) > 0) call no_set(a)
   end function handle_of_real8

   integer function handle_of_complex8(a) result(handle)
      complex(real32), intent(in) :: a
      handle = handle_of_real4(real(a))
      if (.not. abs(aimag(a)) <= 0) call no_set(real(aimag(a), real64))
   end function handle_of_complex8

   integer function handle_of_complex16(a) result(handle)
      complex(real64), intent(in) :: a
      handle = handle_of_real8(real(a, real64))
      if (.not. abs(aimag(a)) <= 0) call no_set(aimag(a))
   end function handle_of_complex16

   subroutine no_set(value)
      use, intrinsic :: iso_fortran_env, only: error_unit
      real(real64), intent(in) :: value
      write (error_unit, '(a, g0)') 'adc_patterns: a shadow contains no set, but ', value
      error stop 'adc_patterns: a shadow contains no set: it is not initialised, or older than adc_patterns_start'
   end subroutine no_set

   subroutine put_real4(handle, a)
      integer, intent(in) :: handle
      real(real32), intent(out) :: a
      if (handle >= single_end) error stop 'adc_patterns: too many sets for single precision; use double precision'
      a = handle
   end subroutine put_real4

   subroutine put_real8(handle, a)
      integer, intent(in) :: handle
      real(real64), intent(out) :: a
      a = handle
   end subroutine put_real8

   subroutine put_complex8(handle, a)
      integer, intent(in) :: handle
      complex(real32), intent(out) :: a
      real(real32) :: part
      call put_real4(handle, part)
      a = part
   end subroutine put_complex8

   subroutine put_complex16(handle, a)
      integer, intent(in) :: handle
      complex(real64), intent(out) :: a
      a = handle
   end subroutine put_complex16

   integer function union_of(a, b) result(both)
      integer, intent(in) :: a, b
      if (a == b .or. b == 0) then
         both = a
      else if (a == 0) then
         both = b
      else
         both = unite(a, b)
      end if
   end function union_of

   subroutine must_fit(fits)
      logical, intent(in) :: fits
      if (.not. fits) error stop 'adc_patterns: the shapes of the arrays do not fit'
   end subroutine must_fit

   impure elemental function union_real4(a, b) result(both)
      real(real32), intent(in) :: a, b
      real(real32) :: both
      call put(union_of(handle_of(a), handle_of(b)), both)
   end function union_real4

   ! Adds to the sets that are being gathered.
   impure elemental subroutine gather_real4(a)
      real(real32), intent(in) :: a
      call gather_add(handle_of(a))
   end subroutine gather_real4

   impure elemental subroutine gather_where_real4(a, mask)
      real(real32), intent(in) :: a
      logical, intent(in) :: mask
      if (mask) call gather_add(handle_of(a))
   end subroutine gather_where_real4

   impure elemental integer function set_size_real4(handle) result(number)
      real(real32), intent(in) :: handle
      number = set_size(handle_of(handle))
   end function set_size_real4

   subroutine set_members_real4(handle, members)
      real(real32), intent(in) :: handle
      integer, allocatable, intent(out) :: members(:)
      allocate (members(adc_set_size(handle)))
      call copy_set(handle_of(handle), members)
   end subroutine set_members_real4

   subroutine set_rows_real4(sets, first, column)
      real(real32), intent(in) :: sets(:)
      integer, allocatable, intent(out) :: first(:), column(:)
      integer :: i
      allocate (first(size(sets) + 1))
      first(1) = 1
      do i = 1, size(sets)
         if (first(i) > huge(1) - adc_set_size(sets(i))) error stop 'adc_patterns: too many members of all rows'
         first(i + 1) = first(i) + adc_set_size(sets(i))
      end do
      allocate (column(first(size(first)) - 1))
      do i = 1, size(sets)
         call copy_set(handle_of(sets(i)), column(first(i):first(i + 1) - 1))
      end do
   end subroutine set_rows_real4

   function union_along_real4_2(a, dim) result(along)
      real(real32), intent(in) :: a(:, :)
      integer, intent(in) :: dim
      real(real32) :: along(size(a, merge(2, 1, dim == 1)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 2)
      do i = 1, size(along)
         if (dim == 1) then
            along(i) = adc_union_all(a(:, i))
         else
            along(i) = adc_union_all(a(i, :))
         end if
      end do
   end function union_along_real4_2

   function union_along_real4_3(a, dim) result(along)
      real(real32), intent(in) :: a(:, :, :)
      integer, intent(in) :: dim
      real(real32) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 3)
      do i = 1, size(along, 2)
         if (dim == 3) then
            along(:, i) = adc_union_along(a(:, i, :), 2)
         else
            along(:, i) = adc_union_along(a(:, :, i), dim)
         end if
      end do
   end function union_along_real4_3

   function union_along_real4_4(a, dim) result(along)
      real(real32), intent(in) :: a(:, :, :, :)
      integer, intent(in) :: dim
      real(real32) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)), size(a, merge(4, 3, dim <= 3)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 4)
      do i = 1, size(along, 3)
         if (dim == 4) then
            along(:, :, i) = adc_union_along(a(:, :, i, :), 3)
         else
            along(:, :, i) = adc_union_along(a(:, :, :, i), dim)
         end if
      end do
   end function union_along_real4_4

   function left_21_real4(a, xs) result(ys)
      real(real32), intent(in) :: a(:, :), xs(:)
      real(real32) :: ys(size(a, 1))
      call must_fit(size(a, 2) == size(xs))
      ys = adc_union_all(xs)
   end function left_21_real4

   function left_12_real4(a, xs) result(ys)
      real(real32), intent(in) :: a(:), xs(:, :)
      real(real32) :: ys(size(xs, 2))
      call must_fit(size(a) == size(xs, 1))
      ys = adc_union_along(xs, 1)
   end function left_12_real4

   function left_22_real4(a, xs) result(ys)
      real(real32), intent(in) :: a(:, :), xs(:, :)
      real(real32) :: ys(size(a, 1), size(xs, 2))
      call must_fit(size(a, 2) == size(xs, 1))
      ys = spread(adc_union_along(xs, 1), 1, size(a, 1))
   end function left_22_real4

   function right_21_real4(xs, b) result(ys)
      real(real32), intent(in) :: xs(:, :), b(:)
      real(real32) :: ys(size(xs, 1))
      call must_fit(size(xs, 2) == size(b))
      ys = adc_union_along(xs, 2)
   end function right_21_real4

   function right_12_real4(xs, b) result(ys)
      real(real32), intent(in) :: xs(:), b(:, :)
      real(real32) :: ys(size(b, 2))
      call must_fit(size(xs) == size(b, 1))
      ys = adc_union_all(xs)
   end function right_12_real4

   function right_22_real4(xs, b) result(ys)
      real(real32), intent(in) :: xs(:, :), b(:, :)
      real(real32) :: ys(size(xs, 1), size(b, 2))
      call must_fit(size(xs, 2) == size(b, 1))
      ys = spread(adc_union_along(xs, 2), 2, size(b, 2))
   end function right_22_real4

   impure elemental function union_real8(a, b) result(both)
      real(real64), intent(in) :: a, b
      real(real64) :: both
      call put(union_of(handle_of(a), handle_of(b)), both)
   end function union_real8

   ! Adds to the sets that are being gathered.
   impure elemental subroutine gather_real8(a)
      real(real64), intent(in) :: a
      call gather_add(handle_of(a))
   end subroutine gather_real8

   impure elemental subroutine gather_where_real8(a, mask)
      real(real64), intent(in) :: a
      logical, intent(in) :: mask
      if (mask) call gather_add(handle_of(a))
   end subroutine gather_where_real8

   impure elemental integer function set_size_real8(handle) result(number)
      real(real64), intent(in) :: handle
      number = set_size(handle_of(handle))
   end function set_size_real8

   subroutine set_members_real8(handle, members)
      real(real64), intent(in) :: handle
      integer, allocatable, intent(out) :: members(:)
      allocate (members(adc_set_size(handle)))
      call copy_set(handle_of(handle), members)
   end subroutine set_members_real8

   subroutine set_rows_real8(sets, first, column)
      real(real64), intent(in) :: sets(:)
      integer, allocatable, intent(out) :: first(:), column(:)
      integer :: i
      allocate (first(size(sets) + 1))
      first(1) = 1
      do i = 1, size(sets)
         if (first(i) > huge(1) - adc_set_size(sets(i))) error stop 'adc_patterns: too many members of all rows'
         first(i + 1) = first(i) + adc_set_size(sets(i))
      end do
      allocate (column(first(size(first)) - 1))
      do i = 1, size(sets)
         call copy_set(handle_of(sets(i)), column(first(i):first(i + 1) - 1))
      end do
   end subroutine set_rows_real8

   function union_along_real8_2(a, dim) result(along)
      real(real64), intent(in) :: a(:, :)
      integer, intent(in) :: dim
      real(real64) :: along(size(a, merge(2, 1, dim == 1)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 2)
      do i = 1, size(along)
         if (dim == 1) then
            along(i) = adc_union_all(a(:, i))
         else
            along(i) = adc_union_all(a(i, :))
         end if
      end do
   end function union_along_real8_2

   function union_along_real8_3(a, dim) result(along)
      real(real64), intent(in) :: a(:, :, :)
      integer, intent(in) :: dim
      real(real64) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 3)
      do i = 1, size(along, 2)
         if (dim == 3) then
            along(:, i) = adc_union_along(a(:, i, :), 2)
         else
            along(:, i) = adc_union_along(a(:, :, i), dim)
         end if
      end do
   end function union_along_real8_3

   function union_along_real8_4(a, dim) result(along)
      real(real64), intent(in) :: a(:, :, :, :)
      integer, intent(in) :: dim
      real(real64) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)), size(a, merge(4, 3, dim <= 3)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 4)
      do i = 1, size(along, 3)
         if (dim == 4) then
            along(:, :, i) = adc_union_along(a(:, :, i, :), 3)
         else
            along(:, :, i) = adc_union_along(a(:, :, :, i), dim)
         end if
      end do
   end function union_along_real8_4

   function left_21_real8(a, xs) result(ys)
      real(real64), intent(in) :: a(:, :), xs(:)
      real(real64) :: ys(size(a, 1))
      call must_fit(size(a, 2) == size(xs))
      ys = adc_union_all(xs)
   end function left_21_real8

   function left_12_real8(a, xs) result(ys)
      real(real64), intent(in) :: a(:), xs(:, :)
      real(real64) :: ys(size(xs, 2))
      call must_fit(size(a) == size(xs, 1))
      ys = adc_union_along(xs, 1)
   end function left_12_real8

   function left_22_real8(a, xs) result(ys)
      real(real64), intent(in) :: a(:, :), xs(:, :)
      real(real64) :: ys(size(a, 1), size(xs, 2))
      call must_fit(size(a, 2) == size(xs, 1))
      ys = spread(adc_union_along(xs, 1), 1, size(a, 1))
   end function left_22_real8

   function right_21_real8(xs, b) result(ys)
      real(real64), intent(in) :: xs(:, :), b(:)
      real(real64) :: ys(size(xs, 1))
      call must_fit(size(xs, 2) == size(b))
      ys = adc_union_along(xs, 2)
   end function right_21_real8

   function right_12_real8(xs, b) result(ys)
      real(real64), intent(in) :: xs(:), b(:, :)
      real(real64) :: ys(size(b, 2))
      call must_fit(size(xs) == size(b, 1))
      ys = adc_union_all(xs)
   end function right_12_real8

   function right_22_real8(xs, b) result(ys)
      real(real64), intent(in) :: xs(:, :), b(:, :)
      real(real64) :: ys(size(xs, 1), size(b, 2))
      call must_fit(size(xs, 2) == size(b, 1))
      ys = spread(adc_union_along(xs, 2), 2, size(b, 2))
   end function right_22_real8

   impure elemental function union_complex8(a, b) result(both)
      complex(real32), intent(in) :: a, b
      complex(real32) :: both
      call put(union_of(handle_of(a), handle_of(b)), both)
   end function union_complex8

   ! Adds to the sets that are being gathered.
   impure elemental subroutine gather_complex8(a)
      complex(real32), intent(in) :: a
      call gather_add(handle_of(a))
   end subroutine gather_complex8

   impure elemental subroutine gather_where_complex8(a, mask)
      complex(real32), intent(in) :: a
      logical, intent(in) :: mask
      if (mask) call gather_add(handle_of(a))
   end subroutine gather_where_complex8

   impure elemental integer function set_size_complex8(handle) result(number)
      complex(real32), intent(in) :: handle
      number = set_size(handle_of(handle))
   end function set_size_complex8

   subroutine set_members_complex8(handle, members)
      complex(real32), intent(in) :: handle
      integer, allocatable, intent(out) :: members(:)
      allocate (members(adc_set_size(handle)))
      call copy_set(handle_of(handle), members)
   end subroutine set_members_complex8

   subroutine set_rows_complex8(sets, first, column)
      complex(real32), intent(in) :: sets(:)
      integer, allocatable, intent(out) :: first(:), column(:)
      integer :: i
      allocate (first(size(sets) + 1))
      first(1) = 1
      do i = 1, size(sets)
         if (first(i) > huge(1) - adc_set_size(sets(i))) error stop 'adc_patterns: too many members of all rows'
         first(i + 1) = first(i) + adc_set_size(sets(i))
      end do
      allocate (column(first(size(first)) - 1))
      do i = 1, size(sets)
         call copy_set(handle_of(sets(i)), column(first(i):first(i + 1) - 1))
      end do
   end subroutine set_rows_complex8

   function union_along_complex8_2(a, dim) result(along)
      complex(real32), intent(in) :: a(:, :)
      integer, intent(in) :: dim
      complex(real32) :: along(size(a, merge(2, 1, dim == 1)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 2)
      do i = 1, size(along)
         if (dim == 1) then
            along(i) = adc_union_all(a(:, i))
         else
            along(i) = adc_union_all(a(i, :))
         end if
      end do
   end function union_along_complex8_2

   function union_along_complex8_3(a, dim) result(along)
      complex(real32), intent(in) :: a(:, :, :)
      integer, intent(in) :: dim
      complex(real32) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 3)
      do i = 1, size(along, 2)
         if (dim == 3) then
            along(:, i) = adc_union_along(a(:, i, :), 2)
         else
            along(:, i) = adc_union_along(a(:, :, i), dim)
         end if
      end do
   end function union_along_complex8_3

   function union_along_complex8_4(a, dim) result(along)
      complex(real32), intent(in) :: a(:, :, :, :)
      integer, intent(in) :: dim
      complex(real32) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)), size(a, merge(4, 3, dim <= 3)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 4)
      do i = 1, size(along, 3)
         if (dim == 4) then
            along(:, :, i) = adc_union_along(a(:, :, i, :), 3)
         else
            along(:, :, i) = adc_union_along(a(:, :, :, i), dim)
         end if
      end do
   end function union_along_complex8_4

   function left_21_complex8(a, xs) result(ys)
      complex(real32), intent(in) :: a(:, :), xs(:)
      complex(real32) :: ys(size(a, 1))
      call must_fit(size(a, 2) == size(xs))
      ys = adc_union_all(xs)
   end function left_21_complex8

   function left_12_complex8(a, xs) result(ys)
      complex(real32), intent(in) :: a(:), xs(:, :)
      complex(real32) :: ys(size(xs, 2))
      call must_fit(size(a) == size(xs, 1))
      ys = adc_union_along(xs, 1)
   end function left_12_complex8

   function left_22_complex8(a, xs) result(ys)
      complex(real32), intent(in) :: a(:, :), xs(:, :)
      complex(real32) :: ys(size(a, 1), size(xs, 2))
      call must_fit(size(a, 2) == size(xs, 1))
      ys = spread(adc_union_along(xs, 1), 1, size(a, 1))
   end function left_22_complex8

   function right_21_complex8(xs, b) result(ys)
      complex(real32), intent(in) :: xs(:, :), b(:)
      complex(real32) :: ys(size(xs, 1))
      call must_fit(size(xs, 2) == size(b))
      ys = adc_union_along(xs, 2)
   end function right_21_complex8

   function right_12_complex8(xs, b) result(ys)
      complex(real32), intent(in) :: xs(:), b(:, :)
      complex(real32) :: ys(size(b, 2))
      call must_fit(size(xs) == size(b, 1))
      ys = adc_union_all(xs)
   end function right_12_complex8

   function right_22_complex8(xs, b) result(ys)
      complex(real32), intent(in) :: xs(:, :), b(:, :)
      complex(real32) :: ys(size(xs, 1), size(b, 2))
      call must_fit(size(xs, 2) == size(b, 1))
      ys = spread(adc_union_along(xs, 2), 2, size(b, 2))
   end function right_22_complex8

   impure elemental function union_complex16(a, b) result(both)
      complex(real64), intent(in) :: a, b
      complex(real64) :: both
      call put(union_of(handle_of(a), handle_of(b)), both)
   end function union_complex16

   ! Adds to the sets that are being gathered.
   impure elemental subroutine gather_complex16(a)
      complex(real64), intent(in) :: a
      call gather_add(handle_of(a))
   end subroutine gather_complex16

   impure elemental subroutine gather_where_complex16(a, mask)
      complex(real64), intent(in) :: a
      logical, intent(in) :: mask
      if (mask) call gather_add(handle_of(a))
   end subroutine gather_where_complex16

   impure elemental integer function set_size_complex16(handle) result(number)
      complex(real64), intent(in) :: handle
      number = set_size(handle_of(handle))
   end function set_size_complex16

   subroutine set_members_complex16(handle, members)
      complex(real64), intent(in) :: handle
      integer, allocatable, intent(out) :: members(:)
      allocate (members(adc_set_size(handle)))
      call copy_set(handle_of(handle), members)
   end subroutine set_members_complex16

   subroutine set_rows_complex16(sets, first, column)
      complex(real64), intent(in) :: sets(:)
      integer, allocatable, intent(out) :: first(:), column(:)
      integer :: i
      allocate (first(size(sets) + 1))
      first(1) = 1
      do i = 1, size(sets)
         if (first(i) > huge(1) - adc_set_size(sets(i))) error stop 'adc_patterns: too many members of all rows'
         first(i + 1) = first(i) + adc_set_size(sets(i))
      end do
      allocate (column(first(size(first)) - 1))
      do i = 1, size(sets)
         call copy_set(handle_of(sets(i)), column(first(i):first(i + 1) - 1))
      end do
   end subroutine set_rows_complex16

   function union_along_complex16_2(a, dim) result(along)
      complex(real64), intent(in) :: a(:, :)
      integer, intent(in) :: dim
      complex(real64) :: along(size(a, merge(2, 1, dim == 1)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 2)
      do i = 1, size(along)
         if (dim == 1) then
            along(i) = adc_union_all(a(:, i))
         else
            along(i) = adc_union_all(a(i, :))
         end if
      end do
   end function union_along_complex16_2

   function union_along_complex16_3(a, dim) result(along)
      complex(real64), intent(in) :: a(:, :, :)
      integer, intent(in) :: dim
      complex(real64) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 3)
      do i = 1, size(along, 2)
         if (dim == 3) then
            along(:, i) = adc_union_along(a(:, i, :), 2)
         else
            along(:, i) = adc_union_along(a(:, :, i), dim)
         end if
      end do
   end function union_along_complex16_3

   function union_along_complex16_4(a, dim) result(along)
      complex(real64), intent(in) :: a(:, :, :, :)
      integer, intent(in) :: dim
      complex(real64) :: along(size(a, merge(2, 1, dim == 1)), size(a, merge(3, 2, dim <= 2)), size(a, merge(4, 3, dim <= 3)))
      integer :: i
      call must_fit(dim >= 1 .and. dim <= 4)
      do i = 1, size(along, 3)
         if (dim == 4) then
            along(:, :, i) = adc_union_along(a(:, :, i, :), 3)
         else
            along(:, :, i) = adc_union_along(a(:, :, :, i), dim)
         end if
      end do
   end function union_along_complex16_4

   function left_21_complex16(a, xs) result(ys)
      complex(real64), intent(in) :: a(:, :), xs(:)
      complex(real64) :: ys(size(a, 1))
      call must_fit(size(a, 2) == size(xs))
      ys = adc_union_all(xs)
   end function left_21_complex16

   function left_12_complex16(a, xs) result(ys)
      complex(real64), intent(in) :: a(:), xs(:, :)
      complex(real64) :: ys(size(xs, 2))
      call must_fit(size(a) == size(xs, 1))
      ys = adc_union_along(xs, 1)
   end function left_12_complex16

   function left_22_complex16(a, xs) result(ys)
      complex(real64), intent(in) :: a(:, :), xs(:, :)
      complex(real64) :: ys(size(a, 1), size(xs, 2))
      call must_fit(size(a, 2) == size(xs, 1))
      ys = spread(adc_union_along(xs, 1), 1, size(a, 1))
   end function left_22_complex16

   function right_21_complex16(xs, b) result(ys)
      complex(real64), intent(in) :: xs(:, :), b(:)
      complex(real64) :: ys(size(xs, 1))
      call must_fit(size(xs, 2) == size(b))
      ys = adc_union_along(xs, 2)
   end function right_21_complex16

   function right_12_complex16(xs, b) result(ys)
      complex(real64), intent(in) :: xs(:), b(:, :)
      complex(real64) :: ys(size(b, 2))
      call must_fit(size(xs) == size(b, 1))
      ys = adc_union_all(xs)
   end function right_12_complex16

   function right_22_complex16(xs, b) result(ys)
      complex(real64), intent(in) :: xs(:, :), b(:, :)
      complex(real64) :: ys(size(xs, 1), size(b, 2))
      call must_fit(size(xs, 2) == size(b, 1))
      ys = spread(adc_union_along(xs, 2), 2, size(b, 2))
   end function right_22_complex16

   function union_all_real4_1(a, mask) result(all)
      real(real32), intent(in) :: a(:)
      logical, intent(in), optional :: mask(:)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_1

   function union_all_real4_2(a, mask) result(all)
      real(real32), intent(in) :: a(:, :)
      logical, intent(in), optional :: mask(:, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_2

   function union_all_real4_3(a, mask) result(all)
      real(real32), intent(in) :: a(:, :, :)
      logical, intent(in), optional :: mask(:, :, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_3

   function union_all_real4_4(a, mask) result(all)
      real(real32), intent(in) :: a(:, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_4

   function union_all_real4_5(a, mask) result(all)
      real(real32), intent(in) :: a(:, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_5

   function union_all_real4_6(a, mask) result(all)
      real(real32), intent(in) :: a(:, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_6

   function union_all_real4_7(a, mask) result(all)
      real(real32), intent(in) :: a(:, :, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :, :)
      real(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real4(a, mask)
      else
         call gather_real4(a)
      end if
      call put(gather_end(), all)
   end function union_all_real4_7

   function union_all_real8_1(a, mask) result(all)
      real(real64), intent(in) :: a(:)
      logical, intent(in), optional :: mask(:)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_1

   function union_all_real8_2(a, mask) result(all)
      real(real64), intent(in) :: a(:, :)
      logical, intent(in), optional :: mask(:, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_2

   function union_all_real8_3(a, mask) result(all)
      real(real64), intent(in) :: a(:, :, :)
      logical, intent(in), optional :: mask(:, :, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_3

   function union_all_real8_4(a, mask) result(all)
      real(real64), intent(in) :: a(:, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_4

   function union_all_real8_5(a, mask) result(all)
      real(real64), intent(in) :: a(:, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_5

   function union_all_real8_6(a, mask) result(all)
      real(real64), intent(in) :: a(:, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_6

   function union_all_real8_7(a, mask) result(all)
      real(real64), intent(in) :: a(:, :, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :, :)
      real(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_real8(a, mask)
      else
         call gather_real8(a)
      end if
      call put(gather_end(), all)
   end function union_all_real8_7

   function union_all_complex8_1(a, mask) result(all)
      complex(real32), intent(in) :: a(:)
      logical, intent(in), optional :: mask(:)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_1

   function union_all_complex8_2(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :)
      logical, intent(in), optional :: mask(:, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_2

   function union_all_complex8_3(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :, :)
      logical, intent(in), optional :: mask(:, :, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_3

   function union_all_complex8_4(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_4

   function union_all_complex8_5(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_5

   function union_all_complex8_6(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_6

   function union_all_complex8_7(a, mask) result(all)
      complex(real32), intent(in) :: a(:, :, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :, :)
      complex(real32) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex8(a, mask)
      else
         call gather_complex8(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex8_7

   function union_all_complex16_1(a, mask) result(all)
      complex(real64), intent(in) :: a(:)
      logical, intent(in), optional :: mask(:)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_1

   function union_all_complex16_2(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :)
      logical, intent(in), optional :: mask(:, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_2

   function union_all_complex16_3(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :, :)
      logical, intent(in), optional :: mask(:, :, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_3

   function union_all_complex16_4(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_4

   function union_all_complex16_5(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_5

   function union_all_complex16_6(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_6

   function union_all_complex16_7(a, mask) result(all)
      complex(real64), intent(in) :: a(:, :, :, :, :, :, :)
      logical, intent(in), optional :: mask(:, :, :, :, :, :, :)
      complex(real64) :: all
      call gather_begin()
      if (present(mask)) then
         call must_fit(size(a) == size(mask))
         call gather_where_complex16(a, mask)
      else
         call gather_complex16(a)
      end if
      call put(gather_end(), all)
   end function union_all_complex16_7
end module adc_patterns
