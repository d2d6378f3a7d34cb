! The reals of buffers. Used by the module adc_mpi.
!
! A buffer is an address, a count and a datatype. Its reals are taken to a vector of real(8), in the order in which MPI
! sends them, and put back or added: a complex number is two reals. So one kind of message carries all derivatives.
!
! Datatypes: those of reals and complex numbers of 4 and 8 bytes, pairs of reals, and all that MPI derives from one of
! these kinds.
!
! Shadows in many directions have `width` reals for each real of their variable, one after the other.
module adc_messages
   use iso_c_binding, only: c_associated, c_f_pointer, c_int8_t, c_intptr_t, c_loc, c_null_ptr, c_ptr
   use iso_fortran_env, only: error_unit, int32, int64
   use mpi
   implicit none
   private
   public :: address, memory, in_place, reals, take, put, add, clear, take_values, blocks, no_blocks, take_blocks
   public :: add_blocks, clear_blocks, parts, in_directions, width, expect, refuse

   ! One block for each rank: `counts` elements, `places` extents after the address. With `types`, each has a datatype
   ! of its own, and places are bytes.
   type :: blocks
      type(c_ptr) :: at
      integer :: datatype
      integer, allocatable :: counts(:), places(:), types(:)
   end type blocks

   ! The number of directions.
   integer, save :: width = 1

contains

   ! Sets the number of directions of the shadows that follow: one if it is absent.
   subroutine in_directions(nd)
      integer, intent(in), optional :: nd
      width = 1
      if (present(nd)) width = nd
   end subroutine in_directions

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

   ! MPI_IN_PLACE, as a buffer.
   function in_place() result(bytes)
      integer(c_int8_t), pointer, contiguous :: bytes(:)
      bytes => memory(address(MPI_IN_PLACE))
   end function in_place

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
      if (any(datatype == [MPI_REAL, MPI_REAL4, MPI_COMPLEX, MPI_COMPLEX8, MPI_2REAL])) bytes = 4
      if (any(datatype == [MPI_DOUBLE_PRECISION, MPI_REAL8, MPI_DOUBLE_COMPLEX, MPI_COMPLEX16])) bytes = 8
      if (datatype == MPI_2DOUBLE_PRECISION) bytes = 8
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

   ! The number of reals in the shadow of a buffer.
   function reals(count, datatype) result(n)
      integer, intent(in) :: count, datatype
      integer :: n, bytes, size, error
      logical :: is_plain
      call known_layout(datatype, bytes, is_plain)
      call mpi_type_size(datatype, size, error)
      call expect(error, 'MPI_Type_size')
      n = count*(size/bytes)*width
   end function reals

   ! The places of the reals of a buffer, counted in reals from its address.
   subroutine find_places(count, datatype, bytes, places)
      integer, intent(in) :: count, datatype, bytes
      integer(c_intptr_t), allocatable, intent(out) :: places(:)
      integer(c_int8_t), allocatable, target :: space(:), packed(:)
      integer(int32), pointer :: of4(:)
      integer(int64), pointer :: of8(:)
      integer(MPI_ADDRESS_KIND) :: lower, extent, true_lower, true_extent, length
      integer :: n, i, position, error
      call mpi_type_get_extent(datatype, lower, extent, error)
      call expect(error, 'MPI_Type_get_extent')
      call mpi_type_get_true_extent(datatype, true_lower, true_extent, error)
      call expect(error, 'MPI_Type_get_true_extent')
      if (mod(true_lower, int(bytes, MPI_ADDRESS_KIND)) /= 0 .or. mod(extent, int(bytes, MPI_ADDRESS_KIND)) /= 0) then
         call refuse('a datatype has reals at places that are no multiples of their size')
      end if
      length = (true_extent + max(count - 1, 0)*extent)/bytes
      n = reals(count, datatype)/width
      allocate (space(max(length, 1_MPI_ADDRESS_KIND)*bytes), packed(max(n, 1)*bytes), places(n))
      ! each real of the space contains its own place
      if (bytes == 8) then
         call c_f_pointer(c_loc(space), of8, [int(length)])
         of8 = [(int(i, int64), i=0, int(length) - 1)]
      else
         call c_f_pointer(c_loc(space), of4, [int(length)])
         of4 = [(i, i=0, int(length) - 1)]
      end if
      position = 0
      call mpi_pack(memory(moved(c_loc(space), -int(true_lower, c_intptr_t))), count, datatype, packed, n*bytes, &
         position, MPI_COMM_SELF, error)
      call expect(error, 'MPI_Pack')
      if (bytes == 8) then
         call c_f_pointer(c_loc(packed), of8, [n])
         places = of8 + true_lower/bytes
      else
         call c_f_pointer(c_loc(packed), of4, [n])
         places = of4 + true_lower/bytes
      end if
   end subroutine find_places

   ! The address some bytes after another.
   function moved(at, by) result(there)
      type(c_ptr), intent(in) :: at
      integer(c_intptr_t), intent(in) :: by
      type(c_ptr) :: there
      there = transfer(transfer(at, 0_c_intptr_t) + by, there)
   end function moved

   ! The reals of the shadow of a buffer; zeros without a shadow.
   subroutine take(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), allocatable, intent(out) :: values(:)
      allocate (values(reals(count, datatype)))
      values = 0
      call move(at, count, datatype, values, .false.)
   end subroutine take

   ! The reals of a buffer.
   subroutine take_values(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), allocatable, intent(out) :: values(:)
      integer :: directions
      directions = width
      width = 1
      call take(at, count, datatype, values)
      width = directions
   end subroutine take_values

   ! Sets the reals of a shadow.
   subroutine put(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), intent(in) :: values(:)
      real(8) :: copies(size(values))
      copies = values
      call move(at, count, datatype, copies, .true.)
   end subroutine put

   ! Copies the reals of a shadow, if there is one, to a vector, or back. The vector may be shorter.
   subroutine move(at, count, datatype, values, back)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), intent(inout) :: values(:)
      logical, intent(in) :: back
      real(8), pointer :: of8(:)
      real(4), pointer :: of4(:)
      integer(c_intptr_t), allocatable :: places(:)
      type(c_ptr) :: there
      integer :: bytes, n, i
      logical :: is_plain
      n = size(values)
      if (.not. c_associated(at) .or. n == 0) return
      call known_layout(datatype, bytes, is_plain)
      if (is_plain) then
         if (bytes == 8) then
            call c_f_pointer(at, of8, [n])
            if (back) of8 = values
            if (.not. back) values = of8
         else
            call c_f_pointer(at, of4, [n])
            if (back) of4 = real(values, 4)
            if (.not. back) values = of4
         end if
         return
      end if
      call find_places(count, datatype, bytes, places)
      do i = 1, n/width
         there = moved(at, places(i)*bytes*width)
         associate (own => values((i - 1)*width + 1:i*width))
            if (bytes == 8) then
               call c_f_pointer(there, of8, [width])
               if (back) of8 = own
               if (.not. back) own = of8
            else
               call c_f_pointer(there, of4, [width])
               if (back) of4 = real(own, 4)
               if (.not. back) own = of4
            end if
         end associate
      end do
   end subroutine move

   ! Adds to the reals of a shadow.
   subroutine add(at, count, datatype, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), intent(in) :: values(:)
      real(8), allocatable :: old(:)
      if (.not. c_associated(at)) return
      call take(at, count, datatype, old)
      call put(at, count, datatype, old + values)
   end subroutine add

   ! Sets the reals of a shadow to zero.
   subroutine clear(at, count, datatype)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype
      real(8), allocatable :: zeros(:)
      allocate (zeros(reals(count, datatype)))
      zeros = 0
      call put(at, count, datatype, zeros)
   end subroutine clear

   ! No block for any rank.
   function no_blocks(at, datatype, ranks) result(b)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, ranks
      type(blocks) :: b
      b%at = at
      b%datatype = datatype
      allocate (b%counts(ranks), b%places(ranks), source=0)
   end function no_blocks

   ! The datatype of a block.
   function type_of(b, i) result(datatype)
      type(blocks), intent(in) :: b
      integer, intent(in) :: i
      integer :: datatype
      datatype = b%datatype
      if (allocated(b%types)) datatype = b%types(i)
   end function type_of

   ! The numbers of reals in the shadows of blocks.
   function parts(b) result(n)
      type(blocks), intent(in) :: b
      integer :: n(size(b%counts)), i
      n = 0
      do i = 1, size(n)
         if (b%counts(i) > 0) n(i) = reals(b%counts(i), type_of(b, i))
      end do
   end function parts

   ! The address of a block in a shadow.
   function block(b, i) result(there)
      type(blocks), intent(in) :: b
      integer, intent(in) :: i
      type(c_ptr) :: there
      integer(MPI_ADDRESS_KIND) :: lower, extent
      integer :: error
      there = b%at
      if (.not. c_associated(b%at)) return
      if (allocated(b%types)) then
         there = moved(b%at, int(b%places(i), c_intptr_t)*width)
         return
      end if
      call mpi_type_get_extent(b%datatype, lower, extent, error)
      call expect(error, 'MPI_Type_get_extent')
      there = moved(b%at, b%places(i)*extent*width)
   end function block

   ! The reals of the shadow of one block.
   subroutine take_blocks(b, i, values)
      type(blocks), intent(in) :: b
      integer, intent(in) :: i
      real(8), allocatable, intent(out) :: values(:)
      call take(block(b, i), b%counts(i), type_of(b, i), values)
   end subroutine take_blocks

   ! Adds to the shadow of one block.
   subroutine add_blocks(b, i, values)
      type(blocks), intent(in) :: b
      integer, intent(in) :: i
      real(8), intent(in) :: values(:)
      call add(block(b, i), b%counts(i), type_of(b, i), values)
   end subroutine add_blocks

   ! Sets the shadows of all blocks to zero.
   subroutine clear_blocks(b)
      type(blocks), intent(in) :: b
      integer :: i
      do i = 1, size(b%counts)
         if (b%counts(i) > 0) call clear(block(b, i), b%counts(i), type_of(b, i))
      end do
   end subroutine clear_blocks
end module adc_messages
