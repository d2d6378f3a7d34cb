! The way of derivatives between ranks. Used by the module adc_mpi.
!
! Derivatives travel as vectors of real(8), in messages of their own.
!
! * Messages between two ranks have tags in the upper half of the tags. They are sent without waiting, from copies: the
!   order of sends and receives of an adjoint is the reverse of that of a program without deadlock, and so has none.
! * Sums over ranks are those of MPI.
! * All other collective messages are one kind: each rank has a block for each rank, perhaps empty.
!
! Each vector ends with the place of its rank in the schedules of loops with checkpoints. Ranks whose places differ
! would run other iterations a second time, and messages would go astray: this stops the program.
module adc_exchanges
   use iso_c_binding, only: c_ptr
   use iso_fortran_env, only: int64
   use mpi
   use adc_messages, only: reals, take, put, add, clear, blocks, no_blocks, take_blocks, add_blocks, clear_blocks, &
      parts, expect, refuse
   use adc_tapeschedules, only: place_in_schedules
   implicit none
   private
   public :: who, shifted, is_shifted, post, fetch, finish_posts, send_tangent, receive_tangent, send_adjoint
   public :: receive_adjoint, sum_up, spread_out, swap_tangents, swap_adjoints
   public :: numbers_of, same, even, listed, typed, near_bytes, chosen, only_of, neighbours
   public :: swap_near_tangents, swap_near_adjoints, swap_even_tangents, swap_even_adjoints

   ! A message on its way.
   type :: posted
      real(8), allocatable :: values(:)
      integer :: request
      type(posted), pointer :: next => null()
   end type posted

   type(posted), pointer, save :: outbox => null()
   integer, save :: first_tag = -1

contains

   ! The numbers of ranks, and of this rank.
   subroutine who(comm, ranks, me)
      integer, intent(in) :: comm
      integer, intent(out) :: ranks, me
      integer :: error
      call mpi_comm_size(comm, ranks, error)
      call expect(error, 'MPI_Comm_size')
      call mpi_comm_rank(comm, me, error)
      call expect(error, 'MPI_Comm_rank')
   end subroutine who

   ! The numbers of all ranks.
   function numbers_of(ranks) result(numbers)
      integer, intent(in) :: ranks
      integer :: numbers(ranks), i
      numbers = [(i, i=0, ranks - 1)]
   end function numbers_of

   ! One block for all ranks.
   function same(at, count, datatype, ranks) result(b)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, ranks
      type(blocks) :: b
      b = no_blocks(at, datatype, ranks)
      b%counts = count
   end function same

   ! Blocks of one size, one after the other.
   function even(at, count, datatype, ranks) result(b)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, ranks
      type(blocks) :: b
      b = same(at, count, datatype, ranks)
      b%places = count*numbers_of(ranks)
   end function even

   ! Blocks of different sizes.
   function listed(at, counts, places, datatype, ranks) result(b)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(*), places(*), datatype, ranks
      type(blocks) :: b
      b = no_blocks(at, datatype, ranks)
      b%counts = counts(1:ranks)
      b%places = places(1:ranks)
   end function listed

   ! Blocks of different datatypes, at places in bytes.
   function typed(at, counts, bytes, types, ranks) result(b)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: counts(*), bytes(*), types(*), ranks
      type(blocks) :: b
      b = listed(at, counts, bytes, MPI_DATATYPE_NULL, ranks)
      b%types = types(1:ranks)
   end function typed

   ! Places in bytes, as other routines have them.
   function near_bytes(bytes, ranks) result(places)
      integer(MPI_ADDRESS_KIND), intent(in) :: bytes(*)
      integer, intent(in) :: ranks
      integer :: places(ranks)
      if (any(abs(bytes(:ranks)) > huge(places))) call refuse('a place in a message is beyond 2 GB')
      places = int(bytes(:ranks))
   end function near_bytes

   ! The blocks of some ranks.
   function chosen(all, are) result(b)
      type(blocks), intent(in) :: all
      logical, intent(in) :: are(:)
      type(blocks) :: b
      b = all
      where (.not. are) b%counts = 0
   end function chosen

   ! The block of one rank for all ranks.
   function only_of(all, rank) result(b)
      type(blocks), intent(in) :: all
      integer, intent(in) :: rank
      type(blocks) :: b
      b = all
      b%counts = all%counts(rank + 1)
      b%places = all%places(rank + 1)
   end function only_of

   ! The place of this rank in its schedules.
   function own_place() result(place)
      real(8) :: place
      place = real(place_in_schedules(), 8)
   end function own_place

   ! Stops if a rank is elsewhere: `places` is the sum over `ranks`.
   subroutine compare(places, ranks)
      real(8), intent(in) :: places
      integer, intent(in) :: ranks
      if (abs(places - ranks*own_place()) > 0.5d0) call refuse('ranks that exchange messages run a loop with &
         &checkpoints that has other numbers of iterations or snapshots, or a message leaves such a loop')
   end subroutine compare

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
      allocate (new%values(size(values) + 1))
      new%values(:size(values)) = values
      new%values(size(values) + 1) = own_place()
      new%next => outbox
      outbox => new
      call mpi_isend(new%values, size(new%values), MPI_DOUBLE_PRECISION, dest, shifted(tag), comm, new%request, error)
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

   ! Waits for all that has been sent.
   subroutine finish_posts()
      call drop_completed(.true.)
   end subroutine finish_posts

   ! Receives values.
   subroutine fetch(values, source, tag, comm)
      real(8), intent(out) :: values(:)
      integer, intent(in) :: source, tag, comm
      real(8) :: all(size(values) + 1)
      integer :: status(MPI_STATUS_SIZE), n, error
      values = 0
      if (source == MPI_PROC_NULL) return
      call mpi_recv(all, size(all), MPI_DOUBLE_PRECISION, source, shifted(tag), comm, status, error)
      call expect(error, 'MPI_Recv')
      call mpi_get_count(status, MPI_DOUBLE_PRECISION, n, error)
      if (n == 1) then
         ! zeros
         call compare(all(1), 1)
         return
      end if
      if (n /= size(all)) call refuse('the derivative of a message has another length than the message')
      values = all(:size(values))
      call compare(all(size(all)), 1)
   end subroutine fetch

   ! Sends the tangent of a message.
   subroutine send_tangent(at, count, datatype, dest, tag, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, dest, tag, comm
      real(8), allocatable :: values(:)
      call take(at, count, datatype, values)
      call post(values, dest, tag, comm)
   end subroutine send_tangent

   ! The number of elements of a message that has been received.
   function elements(message, datatype) result(n)
      integer, intent(in) :: message(3), datatype
      integer :: n, bytes, error
      call mpi_type_size(datatype, bytes, error)
      call expect(error, 'MPI_Type_size')
      if (message(3) == MPI_UNDEFINED) call refuse('a message has more bytes than an integer can tell')
      n = 0
      if (bytes > 0) n = message(3)/bytes
      if (n*bytes /= message(3)) call refuse('a message ends within an element of its datatype')
   end function elements

   ! Receives the tangent of a message that has been received.
   subroutine receive_tangent(at, datatype, message, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, message(3), comm
      real(8), allocatable :: values(:)
      integer :: n
      if (message(1) == MPI_PROC_NULL) return
      n = elements(message, datatype)
      allocate (values(reals(n, datatype)))
      call fetch(values, message(1), message(2), comm)
      call put(at, n, datatype, values)
   end subroutine receive_tangent

   ! Receives the adjoint of a message that was sent, and adds it.
   subroutine send_adjoint(at, count, datatype, dest, tag, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, dest, tag, comm
      real(8), allocatable :: values(:)
      if (dest == MPI_PROC_NULL) return
      allocate (values(reals(count, datatype)))
      call fetch(values, dest, tag, comm)
      call add(at, count, datatype, values)
   end subroutine send_adjoint

   ! Sends the adjoint of a message that was received, and sets it to zero.
   subroutine receive_adjoint(at, datatype, message, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, message(3), comm
      real(8), allocatable :: values(:)
      integer :: n
      if (message(1) == MPI_PROC_NULL) return
      n = elements(message, datatype)
      call take(at, n, datatype, values)
      call post(values, message(1), message(2), comm)
      call clear(at, n, datatype)
   end subroutine receive_adjoint

   ! Sums values over the ranks, for the root or, if it is negative, for all. Other ranks keep theirs.
   subroutine sum_up(values, root, comm)
      real(8), intent(inout) :: values(:)
      integer, intent(in) :: root, comm
      real(8), dimension(size(values) + 1) :: own, sums
      integer :: ranks, me, error
      call who(comm, ranks, me)
      own(:size(values)) = values
      own(size(own)) = own_place()
      if (root < 0) then
         call mpi_allreduce(own, sums, size(own), MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
         call expect(error, 'MPI_Allreduce')
      else
         call mpi_reduce(own, sums, size(own), MPI_DOUBLE_PRECISION, MPI_SUM, root, comm, error)
         call expect(error, 'MPI_Reduce')
         if (me /= root) return
      end if
      call compare(sums(size(sums)), ranks)
      values = sums(:size(values))
   end subroutine sum_up

   ! Gives the values of the root to all ranks.
   subroutine spread_out(values, root, comm)
      real(8), intent(inout) :: values(:)
      integer, intent(in) :: root, comm
      real(8) :: all(size(values) + 1)
      integer :: error
      all(:size(values)) = values
      all(size(all)) = own_place()
      call mpi_bcast(all, size(all), MPI_DOUBLE_PRECISION, root, comm, error)
      call expect(error, 'MPI_Bcast')
      call compare(all(size(all)), 1)
      values = all(:size(values))
   end subroutine spread_out

   ! The tangents of blocks: what ranks send to each other is set, or summed where blocks coincide.
   subroutine swap_tangents(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(from, to, to, 'A', comm)
   end subroutine swap_tangents

   ! The adjoints of blocks: those of what was received go back, and are added.
   subroutine swap_adjoints(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(to, from, to, 'A', comm)
   end subroutine swap_adjoints

   ! The same for blocks of neighbours in a Cartesian grid.
   subroutine swap_near_tangents(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(from, to, to, 'N', comm)
   end subroutine swap_near_tangents

   subroutine swap_near_adjoints(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(to, from, to, 'N', comm)
   end subroutine swap_near_adjoints

   ! The same for blocks of one size, by the routine that the program calls: where both neighbours are one rank, routines
   ! may differ in which block is the first one.
   subroutine swap_even_tangents(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(from, to, to, 'E', comm)
   end subroutine swap_even_tangents

   subroutine swap_even_adjoints(from, to, comm)
      type(blocks), intent(in) :: from, to
      integer, intent(in) :: comm
      call swap(to, from, to, 'E', comm)
   end subroutine swap_even_adjoints

   ! The neighbours in a Cartesian grid, in the order of their blocks: which of them are there.
   subroutine neighbours(comm, are)
      integer, intent(in) :: comm
      logical, allocatable, intent(out) :: are(:)
      integer :: topology, dimensions, i, before, after, error
      call mpi_topo_test(comm, topology, error)
      call expect(error, 'MPI_Topo_test')
      if (topology /= MPI_CART) call refuse('collective messages of neighbours have derivatives in Cartesian grids only')
      call mpi_cartdim_get(comm, dimensions, error)
      call expect(error, 'MPI_Cartdim_get')
      allocate (are(2*dimensions))
      do i = 1, dimensions
         call mpi_cart_shift(comm, i - 1, 1, before, after, error)
         call expect(error, 'MPI_Cart_shift')
         are(2*i - 1:2*i) = [before, after] /= MPI_PROC_NULL
      end do
   end subroutine neighbours

   ! Takes blocks, clears those of `cleared`, exchanges what was taken, and adds it. `whom`: with all ranks (A), or with
   ! neighbours (N; E if blocks have one size). In a grid, who receives from a neighbour by some block sends to it by that
   ! block, so the same call brings adjoints back.
   subroutine swap(out, in, cleared, whom, comm)
      type(blocks), intent(in) :: out, in, cleared
      character, intent(in) :: whom
      integer, intent(in) :: comm
      integer, dimension(size(out%counts)) :: n_out, n_in, at_out, at_in
      real(8), allocatable :: sent(:), received(:), values(:)
      integer :: i, most, error
      ! with a place, where there is something
      n_out = parts(out)
      where (n_out > 0) n_out = n_out + 1
      n_in = parts(in)
      where (n_in > 0) n_in = n_in + 1
      do i = 1, size(n_out)
         at_out(i) = sum(n_out(:i - 1))
         at_in(i) = sum(n_in(:i - 1))
      end do
      most = 0
      if (whom == 'E') then
         most = max(maxval(n_out), maxval(n_in))
         at_out = [(most*(i - 1), i=1, size(n_out))]
         at_in = at_out
      end if
      allocate (sent(max(sum(n_out), most*size(n_out))), received(max(sum(n_in), most*size(n_in))))
      sent = 0
      do i = 1, size(n_out)
         if (n_out(i) == 0) cycle
         call take_blocks(out, i, values)
         sent(at_out(i) + 1:at_out(i) + n_out(i)) = [values, own_place()]
      end do
      call clear_blocks(cleared)
      if (whom == 'E') then
         call mpi_neighbor_alltoall(sent, most, MPI_DOUBLE_PRECISION, received, most, MPI_DOUBLE_PRECISION, comm, error)
      else if (whom == 'N') then
         call mpi_neighbor_alltoallv(sent, n_out, at_out, MPI_DOUBLE_PRECISION, received, n_in, at_in, &
            MPI_DOUBLE_PRECISION, comm, error)
      else
         call mpi_alltoallv(sent, n_out, at_out, MPI_DOUBLE_PRECISION, received, n_in, at_in, MPI_DOUBLE_PRECISION, &
            comm, error)
      end if
      call expect(error, 'MPI_Alltoallv')
      do i = 1, size(n_in)
         if (n_in(i) == 0) cycle
         call compare(received(at_in(i) + n_in(i)), 1)
         call add_blocks(in, i, received(at_in(i) + 1:at_in(i) + n_in(i) - 1))
      end do
   end subroutine swap
end module adc_exchanges
