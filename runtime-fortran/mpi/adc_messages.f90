! Derivatives in messages: the reals of buffers, and their way between ranks. Used by the module adc_mpi.
!
! A buffer is an address, a count and a datatype. Its reals are taken to a vector of real(8), in the order in which MPI
! sends them, and put back or added: a complex number is two reals. So one kind of message carries all derivatives.
!
! Datatypes: those of reals and complex numbers of 4 and 8 bytes, and all that MPI derives from one of these kinds.
!
! Messages of adjoints have tags of their own, in the upper half of the tags. They are sent without waiting, from copies:
! the order of sends and receives of an adjoint is the reverse of that of a program without deadlock, and so has none.
module adc_messages
   use iso_c_binding, only: c_associated, c_f_pointer, c_int8_t, c_intptr_t, c_loc, c_null_ptr, c_ptr
   use iso_fortran_env, only: error_unit
   use mpi
   implicit none
   private
   public :: address, memory, reals, take, put, add, clear, take_blocks, put_blocks, add_blocks
   public :: room, shifted, is_shifted, post, fetch, finish_posts, expect, refuse

   ! A message on its way.
   type :: posted
      real(8), allocatable :: values(:)
      integer :: request
      type(posted), pointer :: next => null()
   end type posted

   type(posted), pointer, save :: outbox => null()
   integer, save :: first_tag = -1

contains

   ! The address of a buffer; none if it is absent.
   function address(buf) result(at)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), optional, target :: buf
      type(c_ptr) :: at
      at = c_null_ptr
      if (present(buf)) at = c_loc(buf)
   end function address

   ! The memory at an address, as an argument for MPI.
   function memory(at) result(bytes)
      type(c_ptr), intent(in) :: at
      integer(c_int8_t), pointer, contiguous :: bytes(:)
      integer(c_int8_t), target, save :: nothing(1) = 0_c_int8_t
      if (c_associated(at)) then
         call c_f_pointer(at, bytes, [1])
      else
         bytes => nothing
      end if
   end function memory

   ! Stops with a message.
   subroutine refuse(text)
      character(*), intent(in) :: text
      integer :: error
      write (error_unit, '(2a)') 'adc_mpi: ', text
      call mpi_abort(MPI_COMM_WORLD, 1, error)
      error stop 1
   end subroutine refuse

   ! Stops if MPI has reported an error.
   subroutine expect(error, routine)
      integer, intent(in) :: error
      character(*), intent(in) :: routine
      if (error /= MPI_SUCCESS) call refuse(routine//' has failed')
   end subroutine expect

   ! The bytes of a real, and if elements have nothing but reals without gaps. The bytes are zero for other types.
   recursive subroutine layout(datatype, bytes, is_plain)
      integer, intent(in) :: datatype
      integer, intent(out) :: bytes
      logical, intent(out) :: is_plain
      integer :: integers, addresses, types, combiner, error, i, own
      integer, allocatable :: of_integers(:), of_types(:)
      integer(MPI_ADDRESS_KIND), allocatable :: of_addresses(:)
      logical :: plain
      bytes = 0
      is_plain = .true.
      if (any(datatype == [MPI_REAL, MPI_REAL4, MPI_COMPLEX, MPI_COMPLEX8])) bytes = 4
      if (any(datatype == [MPI_DOUBLE_PRECISION, MPI_REAL8, MPI_DOUBLE_COMPLEX, MPI_COMPLEX16])) bytes = 8
      if (bytes > 0) return
      call mpi_type_get_envelope(datatype, integers, addresses, types, combiner, error)
      if (error /= MPI_SUCCESS .or. combiner == MPI_COMBINER_NAMED) return
      if (types == 0) return
      is_plain = .false.
      allocate (of_integers(max(integers, 1)), of_addresses(max(addresses, 1)), of_types(types))
      call mpi_type_get_contents(datatype, integers, addresses, types, of_integers, of_addresses, of_types, error)
      call expect(error, 'MPI_Type_get_contents')
      do i = 1, types
         call layout(of_types(i), own, plain)
         if (i == 1) bytes = own
         if (own /= bytes) bytes = -1
         call mpi_type_get_envelope(of_types(i), integers, addresses, types, combiner, error)
         if (combiner /= MPI_COMBINER_NAMED) call mpi_type_free(of_types(i), error)
      end do
      bytes = max(bytes, 0)
   end subroutine layout

   ! The layout of a datatype with reals.
   subroutine known_layout(datatype, bytes, is_plain)
      integer, intent(in) :: datatype
      integer, intent(out) :: bytes
      logical, intent(out) :: is_plain
      call layout(datatype, bytes, is_plain)
      if (bytes == 0) call refuse('a message with derivatives has a datatype without reals of one kind')
   end subroutine known_layout

   ! The number of reals in a buffer.
   function reals(count, datatype) result(n)
      integer, intent(in) :: count, datatype
      integer :: n, bytes, size, error
      logical :: is_plain
      call known_layout(datatype, bytes, is_plain)
      call mpi_type_size(datatype, size, error)
      call expect(error, 'MPI_Type_size')
      n = count*(size/bytes)
   end function reals

   ! The reals of a buffer; zeros without a buffer.
   subroutine take(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), allocatable, intent(out) :: values(:)
      real(8), pointer :: of8(:)
      real(4), pointer :: of4(:)
      integer(c_int8_t), allocatable, target :: packed(:)
      type(c_ptr) :: from
      integer :: bytes, n, position, error
      logical :: is_plain
      n = reals(count, datatype)
      allocate (values(n))
      values = 0
      if (.not. c_associated(at) .or. n == 0) return
      call known_layout(datatype, bytes, is_plain)
      from = at
      if (.not. is_plain) then
         allocate (packed(n*bytes))
         position = 0
         call mpi_pack(memory(at), count, datatype, packed, n*bytes, position, MPI_COMM_SELF, error)
         call expect(error, 'MPI_Pack')
         from = c_loc(packed)
      end if
      if (bytes == 8) then
         call c_f_pointer(from, of8, [n])
         values = of8
      else
         call c_f_pointer(from, of4, [n])
         values = of4
      end if
   end subroutine take

   ! Sets the reals of a buffer.
   subroutine put(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), intent(in) :: values(:)
      real(8), pointer :: of8(:)
      real(4), pointer :: of4(:)
      integer(c_int8_t), allocatable, target :: packed(:)
      type(c_ptr) :: to
      integer :: bytes, n, position, error
      logical :: is_plain
      n = size(values)
      if (.not. c_associated(at) .or. n == 0) return
      call known_layout(datatype, bytes, is_plain)
      to = at
      if (.not. is_plain) then
         allocate (packed(n*bytes))
         to = c_loc(packed)
      end if
      if (bytes == 8) then
         call c_f_pointer(to, of8, [n])
         of8 = values
      else
         call c_f_pointer(to, of4, [n])
         of4 = real(values, 4)
      end if
      if (is_plain) return
      position = 0
      call mpi_unpack(packed, n*bytes, position, memory(at), count, datatype, MPI_COMM_SELF, error)
      call expect(error, 'MPI_Unpack')
   end subroutine put

   ! Adds to the reals of a buffer.
   subroutine add(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), intent(in) :: values(:)
      real(8), allocatable :: old(:)
      if (.not. c_associated(at)) return
      call take(at, count, datatype, old)
      call put(at, count, datatype, old + values)
   end subroutine add

   ! Sets the reals of a buffer to zero.
   subroutine clear(at, count, datatype)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), allocatable :: zeros(:)
      allocate (zeros(reals(count, datatype)))
      zeros = 0
      call put(at, count, datatype, zeros)
   end subroutine clear

   ! The address of a block at a distance in extents of the datatype.
   function block(at, displacement, datatype) result(there)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: displacement, datatype
      type(c_ptr) :: there
      integer(MPI_ADDRESS_KIND) :: lower, extent
      integer :: error
      there = at
      if (.not. c_associated(at)) return
      call mpi_type_get_extent(datatype, lower, extent, error)
      call expect(error, 'MPI_Type_get_extent')
      there = transfer(transfer(at, 0_c_intptr_t) + displacement*extent, there)
   end function block

   ! The reals of blocks, one after the other.
   subroutine take_blocks(at, counts, displacements, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(:), displacements(:), datatype
      real(8), allocatable, intent(out) :: values(:)
      real(8), allocatable :: own(:)
      integer :: i, n
      allocate (values(reals(sum(counts), datatype)))
      n = 0
      do i = 1, size(counts)
         call take(block(at, displacements(i), datatype), counts(i), datatype, own)
         values(n + 1:n + size(own)) = own
         n = n + size(own)
      end do
   end subroutine take_blocks

   ! Sets the reals of blocks.
   subroutine put_blocks(at, counts, displacements, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(:), displacements(:), datatype
      real(8), intent(in) :: values(:)
      call each_block(put, at, counts, displacements, datatype, values)
   end subroutine put_blocks

   ! Adds to the reals of blocks.
   subroutine add_blocks(at, counts, displacements, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(:), displacements(:), datatype
      real(8), intent(in) :: values(:)
      call each_block(add, at, counts, displacements, datatype, values)
   end subroutine add_blocks

   ! Calls `store` with each block and its part of the values.
   subroutine each_block(store, at, counts, displacements, datatype, values)
      procedure(put) :: store
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(:), displacements(:), datatype
      real(8), intent(in) :: values(:)
      integer :: i, n, own
      n = 0
      do i = 1, size(counts)
         own = reals(counts(i), datatype)
         call store(block(at, displacements(i), datatype), counts(i), datatype, values(n + 1:n + own))
         n = n + own
      end do
   end subroutine each_block

   ! Zeros in the shape of a buffer: `at` is where the buffer would begin in `space`.
   subroutine room(count, datatype, space, at)
      integer, intent(in) :: count, datatype
      integer(c_int8_t), allocatable, target, intent(out) :: space(:)
      type(c_ptr), intent(out) :: at
      integer(MPI_ADDRESS_KIND) :: lower, extent, true_lower, true_extent
      integer :: error
      call mpi_type_get_extent(datatype, lower, extent, error)
      call expect(error, 'MPI_Type_get_extent')
      call mpi_type_get_true_extent(datatype, true_lower, true_extent, error)
      call expect(error, 'MPI_Type_get_true_extent')
      allocate (space(max(1_MPI_ADDRESS_KIND, true_extent + max(count - 1, 0)*extent)))
      space = 0_c_int8_t
      at = c_loc(space)
      at = transfer(transfer(at, 0_c_intptr_t) - true_lower, at)
   end subroutine room

   ! The tag of the derivatives of a message.
   function shifted(tag) result(own)
      integer, intent(in) :: tag
      integer :: own
      call find_tags()
      if (tag >= first_tag) call refuse('a tag is too large: derivatives use the upper half of the tags')
      own = tag + first_tag
   end function shifted

   ! True for such a tag.
   function is_shifted(tag) result(is)
      integer, intent(in) :: tag
      logical :: is
      call find_tags()
      is = tag >= first_tag
   end function is_shifted

   subroutine find_tags()
      integer(MPI_ADDRESS_KIND) :: largest
      integer :: error
      logical :: is_set
      if (first_tag >= 0) return
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, largest, is_set, error)
      if (.not. is_set) largest = 32767
      first_tag = int(largest/2) + 1
   end subroutine find_tags

   ! Sends values without waiting.
   subroutine post(values, dest, tag, comm)
      real(8), intent(in) :: values(:)
      integer, intent(in) :: dest, tag, comm
      type(posted), pointer :: new
      integer :: error
      call drop_completed(.false.)
      if (dest == MPI_PROC_NULL) return
      allocate (new)
      allocate (new%values(size(values)))
      new%values = values
      new%next => outbox
      outbox => new
      call mpi_isend(new%values, size(values), MPI_DOUBLE_PRECISION, dest, shifted(tag), comm, new%request, error)
      call expect(error, 'MPI_Isend')
   end subroutine post

   ! Removes messages that have been sent from the outbox, or waits for all.
   subroutine drop_completed(waits)
      logical, intent(in) :: waits
      type(posted), pointer :: at, next, kept
      logical :: is_sent
      integer :: error
      kept => null()
      at => outbox
      do while (associated(at))
         next => at%next
         if (waits) then
            call mpi_wait(at%request, MPI_STATUS_IGNORE, error)
            is_sent = .true.
         else
            call mpi_test(at%request, is_sent, MPI_STATUS_IGNORE, error)
         end if
         call expect(error, 'MPI_Test')
         if (is_sent) then
            deallocate (at)
         else
            at%next => kept
            kept => at
         end if
         at => next
      end do
      outbox => kept
   end subroutine drop_completed

   ! Receives values.
   subroutine fetch(values, source, tag, comm)
      real(8), intent(out) :: values(:)
      integer, intent(in) :: source, tag, comm
      integer :: status(MPI_STATUS_SIZE), n, error
      values = 0
      if (source == MPI_PROC_NULL) return
      call mpi_recv(values, size(values), MPI_DOUBLE_PRECISION, source, shifted(tag), comm, status, error)
      call expect(error, 'MPI_Recv')
      call mpi_get_count(status, MPI_DOUBLE_PRECISION, n, error)
      if (n /= size(values)) call refuse('the adjoint of a message has another length than the message')
   end subroutine fetch

   ! Waits for all that has been sent.
   subroutine finish_posts()
      call drop_completed(.true.)
   end subroutine finish_posts
end module adc_messages
