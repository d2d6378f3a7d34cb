! The pool of sets for adc_patterns: sets of whole numbers 1 to n, named by handles.
!
! Handle 0 is the empty set, handles 1 to n are {1} to {n}, and larger handles are the unions made so far. Sets never
! change, and equal sets have the same handle. Members are sorted and lie in one array. Sets share them where possible:
! * ranges {i, i+1, ..., k} lie in the first n members, which are 1 to n;
! * a large set that grows by members behind its last one is extended in place. The smaller set is the front of the
!   larger one. So a sum over many terms does not store every partial sum.
!
! The pool is not for threads.
module adc_patternpool
   use, intrinsic :: iso_fortran_env, only: int64
   !$ use omp_lib, only: omp_in_parallel
   implicit none
   private
   public :: pool_start, pool_end, pool_count, pool_members, unite
   public :: gather_begin, gather_add, gather_end, set_size, copy_set

   type one_set
      integer(int64) :: start = 0  ! its members are member(start) to member(start + length - 1)
      integer(int64) :: hash = 0   ! the exclusive or of those of its members
      integer :: length = 0
      integer :: room = 0          ! the room that it may grow in, or 0
      integer :: stamp = 0         ! the gathering that has taken it last
   end type one_set

   ! An entry of the hash table. Handle 0: free.
   type one_entry
      integer :: handle = 0
      integer :: tag = 0 ! the last bits of the hash
   end type one_entry

   ! Space behind a set that is expected to grow.
   type one_room
      integer(int64) :: used = 0, last = 0
   end type one_room

   type remembered
      integer :: a = 0, b = 0, both = 0
   end type remembered

   ! Sets of at least this size get room to grow when a much smaller set is added.
   integer, parameter :: large = 32
   integer, parameter :: much = 8

   integer, parameter :: remembered_bits = 15

   ! Places of the table for sets with the same smallest member, before others are used.
   integer, parameter :: window = 8

   ! Eight times as many is still a default integer: the size of the table.
   integer, parameter :: most_sets = 2**27

   integer :: n = 0, sets = 0, rooms = 0
   integer(int64) :: top = 0
   integer, allocatable :: member(:)
   type(one_set), allocatable :: set(:)
   type(one_room), allocatable :: room(:)
   type(remembered), allocatable :: memo(:)
   type(one_entry), allocatable :: table(:)  ! sets by hash, with open addressing
   integer, allocatable :: missing(:)  ! members to add

   ! Members gathered for a union of many sets.
   integer, allocatable :: gathered(:), mark(:)
   integer :: gathering = 0, number_gathered = 0, last_added = 0, largest = 0

contains

   ! Sets of 1 to `number`. Earlier sets are forgotten.
   subroutine pool_start(number)
      integer, intent(in) :: number
      integer(int64) :: state
      integer :: i
      if (number < 0) error stop 'adc_patterns: the number of independents is negative'
      call pool_end()
      n = number
      allocate (member(2_int64*n + 1024), set(2_int64*n + 1024), room(16), memo(0:2**remembered_bits - 1))
      allocate (table(0:1023), missing(16), gathered(16), mark(n))
      mark = 0
      state = 88172645463325252_int64
      do i = 1, n
         member(i) = i
         set(i)%start = i
         set(i)%length = 1
         set(i)%hash = next_random(state)
      end do
      top = n
      sets = n
   end subroutine pool_start

   subroutine pool_end()
      if (allocated(member)) deallocate (member, set, room, memo, table, missing, gathered, mark)
      n = 0
      sets = 0
      rooms = 0
      top = 0
      gathering = 0
   end subroutine pool_end

   ! The largest handle.
   integer function pool_count()
      pool_count = sets
   end function pool_count

   ! The number of members stored, with room to grow.
   integer(int64) function pool_members()
      pool_members = top
   end function pool_members

   integer function set_size(handle)
      integer, intent(in) :: handle
      set_size = 0
      if (handle > 0) set_size = set(handle)%length
   end function set_size

   ! Copies the members to the front of `to`.
   subroutine copy_set(handle, to)
      integer, intent(in) :: handle
      integer, intent(inout) :: to(:)
      integer(int64) :: start
      integer :: length
      if (handle == 0) return
      start = set(handle)%start
      length = set(handle)%length
      to(:length) = member(start:start + length - 1)
   end subroutine copy_set

   ! The union of two sets that are different and not empty.
   integer function unite(first, second) result(both)
      integer, intent(in) :: first, second
      integer :: a, b, added, slot
      integer(int64) :: hash
      call one_thread()
      a = max(first, second)
      b = min(first, second)
      slot = int(iand(ieor(a*40503_int64, ishft(b*2654435761_int64, -9)), 2_int64**remembered_bits - 1))
      if (memo(slot)%a == a .and. memo(slot)%b == b) then
         both = memo(slot)%both
         return
      end if
      if (set(a)%length < set(b)%length) then
         both = a
         a = b
         b = both
      end if
      call find_missing(a, b, added, hash)
      if (added == 0) then
         both = a
      else
         both = found(ieor(set(a)%hash, hash), set(a)%start, set(a)%length, added)
         if (both == 0) both = new_union(a, b, added, hash)
      end if
      memo(slot) = remembered(max(first, second), min(first, second), both)
   end function unite

   ! The members of b that a lacks, and the exclusive or of their hashes.
   subroutine find_missing(a, b, added, hash)
      integer, intent(in) :: a, b
      integer, intent(out) :: added
      integer(int64), intent(out) :: hash
      integer(int64) :: i, j, last_i, last_j
      added = 0
      hash = 0
      i = set(a)%start
      j = set(b)%start
      last_i = i + set(a)%length - 1
      last_j = j + set(b)%length - 1
      if (size(missing) < set(b)%length) then
         deallocate (missing)
         allocate (missing(2*set(b)%length))
      end if
      do while (j <= last_j)
         if (set(a)%length/much > set(b)%length) then
            call search(member(j), i, last_i)
         else
            do while (i <= last_i)
               if (member(i) >= member(j)) exit
               i = i + 1
            end do
         end if
         if (i > last_i) exit
         if (member(i) /= member(j)) then
            added = added + 1
            missing(added) = member(j)
         end if
         j = j + 1
      end do
      do j = j, last_j
         added = added + 1
         missing(added) = member(j)
      end do
      do i = 1, added
         hash = ieor(hash, set(missing(i))%hash)
      end do
   end subroutine find_missing

   ! Moves i to the first member from i to last that is not less than `value`.
   subroutine search(value, i, last)
      integer, intent(in) :: value
      integer(int64), intent(inout) :: i
      integer(int64), intent(in) :: last
      integer(int64) :: high, middle
      high = last + 1
      do while (i < high)
         middle = (i + high)/2
         if (member(middle) < value) then
            i = middle + 1
         else
            high = middle
         end if
      end do
   end subroutine search

   ! The handle of the set that consists of `length` members from `start` on and of the missing ones, or 0.
   integer function found(hash, start, length, added)
      integer(int64), intent(in) :: hash, start
      integer, intent(in) :: length, added
      integer :: tag, smallest, k
      tag = tag_of(hash)
      smallest = missing(1)
      if (length > 0) smallest = min(smallest, member(start))
      k = 0
      do
         associate (entry => table(slot_of(smallest, tag, k)))
            found = entry%handle
            if (found == 0) return
            if (entry%tag == tag) then
               if (set(found)%hash == hash .and. set(found)%length == length + added) then
                  if (consists_of(found, start, length, added)) return
               end if
            end if
         end associate
         k = k + 1
      end do
   end function found

   logical function consists_of(handle, start, length, added)
      integer, intent(in) :: handle, length, added
      integer(int64), intent(in) :: start
      integer(int64) :: at, i
      integer :: k
      consists_of = .false.
      i = start
      k = 1
      do at = set(handle)%start, set(handle)%start + set(handle)%length - 1
         if (k <= added) then
            if (missing(k) == member(at)) then
               k = k + 1
               cycle
            end if
         end if
         if (i >= start + length) return
         if (member(i) /= member(at)) return
         i = i + 1
      end do
      consists_of = .true.
   end function consists_of

   ! A new set: set a with the missing members, which are from set b.
   integer function new_union(a, b, added, hash) result(handle)
      integer, intent(in) :: a, b, added
      integer(int64), intent(in) :: hash
      integer :: length, smallest, greatest, in_room
      integer(int64) :: start, last_a
      length = set(a)%length + added
      last_a = set(a)%start + set(a)%length - 1
      smallest = min(member(set(a)%start), missing(1))
      greatest = max(member(last_a), missing(added))
      in_room = 0
      if (greatest - smallest == length - 1) then
         start = smallest
      else if (can_grow(a, added)) then
         start = set(a)%start
         in_room = set(a)%room
         member(last_a + 1:last_a + added) = missing(:added)
         room(in_room)%used = last_a + added
      else
         start = top + 1
         if (length >= large .and. set(a)%length/much >= set(b)%length) then
            call new_room(start, length, in_room)
         else
            call grow_members(top + length)
            top = top + length
         end if
         call merge_missing(start, set(a)%start, last_a, added)
      end if
      handle = new_set(start, length, in_room, ieor(set(a)%hash, hash))
   end function new_union

   ! Whether the missing members may be written behind set a.
   logical function can_grow(a, added)
      integer, intent(in) :: a, added
      integer(int64) :: last
      can_grow = .false.
      if (set(a)%room == 0) return
      last = set(a)%start + set(a)%length - 1
      associate (r => room(set(a)%room))
         can_grow = r%used == last .and. last + added <= r%last .and. missing(1) > member(last)
      end associate
   end function can_grow

   ! Room for twice as many members, at the top.
   subroutine new_room(start, length, number)
      integer(int64), intent(in) :: start
      integer, intent(in) :: length
      integer, intent(out) :: number
      type(one_room), allocatable :: larger(:)
      if (rooms == size(room)) then
         allocate (larger(2*rooms))
         larger(:rooms) = room
         call move_alloc(larger, room)
      end if
      rooms = rooms + 1
      number = rooms
      room(number) = one_room(start + length - 1, start + min(2_int64*length, int(n, int64)) - 1)
      call grow_members(room(number)%last)
      top = room(number)%last
   end subroutine new_room

   ! Writes the members from first_a to last_a, and the missing ones, in order.
   subroutine merge_missing(start, first_a, last_a, added)
      integer(int64), intent(in) :: start, first_a, last_a
      integer, intent(in) :: added
      integer(int64) :: at, i
      integer :: k
      at = start
      i = first_a
      do k = 1, added
         do while (i <= last_a)
            if (member(i) > missing(k)) exit
            member(at) = member(i)
            at = at + 1
            i = i + 1
         end do
         member(at) = missing(k)
         at = at + 1
      end do
      do i = i, last_a
         member(at) = member(i)
         at = at + 1
      end do
   end subroutine merge_missing

   subroutine grow_members(needed)
      integer(int64), intent(in) :: needed
      integer, allocatable :: larger(:)
      if (needed <= size(member, kind=int64)) return
      allocate (larger(needed + needed/2))
      larger(:top) = member(:top)
      call move_alloc(larger, member)
   end subroutine grow_members

   integer function new_set(start, length, in_room, hash) result(handle)
      integer(int64), intent(in) :: start, hash
      integer, intent(in) :: length, in_room
      type(one_set), allocatable :: larger(:)
      if (sets >= max(most_sets, n)) error stop 'adc_patterns: too many sets'
      if (sets == size(set)) then
         allocate (larger(2_int64*sets))
         larger(:sets) = set
         call move_alloc(larger, set)
      end if
      sets = sets + 1
      handle = sets
      set(handle)%start = start
      set(handle)%length = length
      set(handle)%room = in_room
      set(handle)%hash = hash
      set(handle)%stamp = 0
      if (2_int64*(sets - n) > size(table)) call grow_table()
      call enter(one_entry(handle, tag_of(hash)))
   end function new_set

   integer function tag_of(hash)
      integer(int64), intent(in) :: hash
      tag_of = int(iand(hash, int(huge(1), int64)))
   end function tag_of

   ! The place to look at after k others: first in a window that belongs to the smallest member, since programs build
   ! sets of neighbors one after the other, and memory is faster that way; then at places that the hash gives, in steps
   ! that differ from set to set, so that full windows are left behind.
   integer function slot_of(smallest, tag, k) result(slot)
      integer, intent(in) :: smallest, tag, k
      integer(int64) :: place
      if (k < window) then
         place = smallest*int(window, int64) + k
      else
         place = tag + ior(ishft(tag, -12), 1)*int(k - window, int64)
      end if
      slot = int(iand(place, size(table) - 1_int64))
   end function slot_of

   subroutine enter(entry)
      type(one_entry), intent(in) :: entry
      integer :: smallest, k
      smallest = member(set(entry%handle)%start)
      k = 0
      do while (table(slot_of(smallest, entry%tag, k))%handle /= 0)
         k = k + 1
      end do
      table(slot_of(smallest, entry%tag, k)) = entry
   end subroutine enter

   subroutine grow_table()
      type(one_entry), allocatable :: old(:)
      integer :: k
      call move_alloc(table, old)
      allocate (table(0:4*size(old) - 1))
      do k = lbound(old, 1), ubound(old, 1)
         if (old(k)%handle /= 0) call enter(old(k))
      end do
   end subroutine grow_table

   ! Numbers that look random: the xorshift of Marsaglia (2003), and a product that does not overflow. Hashes of sets are
   ! sums, without carry, of such numbers (Zobrist 1970).
   integer(int64) function next_random(state)
      integer(int64), intent(inout) :: state
      state = ieor(state, ishft(state, 13))
      state = ieor(state, ishft(state, -7))
      state = ieor(state, ishft(state, 17))
      next_random = ieor(iand(state, 2147483647_int64)*1597334677_int64, ishft(state, -29))
   end function next_random

   ! The union of many sets: their members are marked, and sorted at the end.
   subroutine gather_begin()
      call one_thread()
      if (gathering == huge(gathering)) then
         mark = 0
         set(:sets)%stamp = 0
         gathering = 0
      end if
      gathering = gathering + 1
      number_gathered = 0
      last_added = 0
      largest = 0
   end subroutine gather_begin

   subroutine gather_add(handle)
      integer, intent(in) :: handle
      integer, allocatable :: longer(:)
      integer(int64) :: at
      if (handle == last_added .or. handle == 0) return
      last_added = handle
      if (set(handle)%stamp == gathering) return
      set(handle)%stamp = gathering
      if (set_size(handle) > set_size(largest)) largest = handle
      if (number_gathered + set(handle)%length > size(gathered)) then
         allocate (longer(min(2_int64*(number_gathered + set(handle)%length), int(n, int64) + set(handle)%length)))
         longer(:number_gathered) = gathered(:number_gathered)
         call move_alloc(longer, gathered)
      end if
      do at = set(handle)%start, set(handle)%start + set(handle)%length - 1
         if (mark(member(at)) == gathering) cycle
         mark(member(at)) = gathering
         number_gathered = number_gathered + 1
         gathered(number_gathered) = member(at)
      end do
   end subroutine gather_add

   ! The union of the sets added since gather_begin.
   integer function gather_end() result(handle)
      integer(int64) :: hash
      integer :: i, length
      length = number_gathered
      handle = largest
      if (length == set_size(largest)) return
      call sort_gathered()
      hash = 0
      do i = 1, length
         hash = ieor(hash, set(gathered(i))%hash)
      end do
      if (size(missing) < length) then
         deallocate (missing)
         allocate (missing(2*length))
      end if
      missing(:length) = gathered(:length)
      handle = found(hash, 1_int64, 0, length)
      if (handle /= 0) return
      if (gathered(length) - gathered(1) == length - 1) then
         handle = new_set(int(gathered(1), int64), length, 0, hash)
      else
         call grow_members(top + length)
         member(top + 1:top + length) = gathered(:length)
         top = top + length
         handle = new_set(top - length + 1, length, 0, hash)
      end if
   end function gather_end

   subroutine sort_gathered()
      integer :: i, k
      if (number_gathered > n/32) then
         k = 0
         do i = 1, n
            if (mark(i) /= gathering) cycle
            k = k + 1
            gathered(k) = i
         end do
      else
         call heap_sort(gathered(:number_gathered))
      end if
   end subroutine sort_gathered

   subroutine heap_sort(a)
      integer, intent(inout) :: a(:)
      integer :: last, start, t
      do start = size(a)/2, 1, -1
         call sink(a, start, size(a))
      end do
      do last = size(a), 2, -1
         t = a(1)
         a(1) = a(last)
         a(last) = t
         call sink(a, 1, last - 1)
      end do
   end subroutine heap_sort

   ! Moves a(start) down until the heap that ends at `last` is in order again.
   subroutine sink(a, start, last)
      integer, intent(inout) :: a(:)
      integer, intent(in) :: start, last
      integer :: at, child, value
      value = a(start)
      at = start
      do while (at <= last/2)
         child = 2*at
         if (child < last) then
            if (a(child + 1) > a(child)) child = child + 1
         end if
         if (a(child) <= value) exit
         a(at) = a(child)
         at = child
      end do
      a(at) = value
   end subroutine sink

   subroutine one_thread()
      !$ if (omp_in_parallel()) error stop 'adc_patterns: compile patterns without OpenMP: threads cannot share the sets'
   end subroutine one_thread
end module adc_patternpool
