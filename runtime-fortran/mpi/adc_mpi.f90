! Messages in derivatives: the procedures that generated code calls in place of those of MPI.
!
!     adc_mpi_X      as MPI_X, without the error code: an error stops the program. Those that receive return the source,
!                    the tag and the number of elements of the message instead of a status.
!     adc_mpi_X_d    its tangent: after each message, the derivatives follow in a message of their own
!     adc_mpi_X_b    its adjoint: messages go back, and are added to the shadows of what was sent
!     adc_mpi_check  for programs under test: stops if a message has not been received
!
! Absent shadows are zero where they are read, and dropped where they are written. `X_sum` is for MPI_SUM, `X_in_place` for
! MPI_IN_PLACE.
module adc_mpi
   use iso_c_binding, only: c_ptr
   use mpi
   use adc_messages, only: address, memory, reals, take, put, add, clear, take_blocks, put_blocks, add_blocks, post, &
      fetch, finish_posts, expect, refuse, is_shifted
   use adc_requests, only: begin_receive, remember, complete, claim, tangents_of_group, put_tangents, take_adjoints, &
      send_adjoints, receives_left, expect_in_order
   implicit none
   private
   public :: adc_mpi_status, adc_mpi_check, adc_mpi_comm_free, adc_mpi_type_free, adc_mpi_op_free
   public :: adc_mpi_send, adc_mpi_ssend, adc_mpi_bsend, adc_mpi_rsend, adc_mpi_send_d, adc_mpi_ssend_d
   public :: adc_mpi_bsend_d, adc_mpi_rsend_d, adc_mpi_send_b, adc_mpi_ssend_b, adc_mpi_bsend_b
   public :: adc_mpi_rsend_b, adc_mpi_recv, adc_mpi_recv_d, adc_mpi_recv_b, adc_mpi_sendrecv
   public :: adc_mpi_sendrecv_d, adc_mpi_sendrecv_b, adc_mpi_sendrecv_replace, adc_mpi_sendrecv_replace_d
   public :: adc_mpi_sendrecv_replace_b, adc_mpi_bcast, adc_mpi_bcast_d, adc_mpi_bcast_b, adc_mpi_reduce_sum
   public :: adc_mpi_reduce_sum_d, adc_mpi_reduce_sum_b, adc_mpi_reduce_sum_in_place
   public :: adc_mpi_reduce_sum_in_place_d, adc_mpi_reduce_sum_in_place_b, adc_mpi_reduce, adc_mpi_reduce_d
   public :: adc_mpi_reduce_b, adc_mpi_reduce_in_place, adc_mpi_reduce_in_place_d, adc_mpi_reduce_in_place_b
   public :: adc_mpi_allreduce_sum, adc_mpi_allreduce_sum_d, adc_mpi_allreduce_sum_b
   public :: adc_mpi_allreduce_sum_in_place, adc_mpi_allreduce_sum_in_place_d
   public :: adc_mpi_allreduce_sum_in_place_b, adc_mpi_allreduce, adc_mpi_allreduce_d, adc_mpi_allreduce_b
   public :: adc_mpi_allreduce_in_place, adc_mpi_allreduce_in_place_d, adc_mpi_allreduce_in_place_b
   public :: adc_mpi_isend, adc_mpi_isend_d, adc_mpi_isend_b, adc_mpi_issend, adc_mpi_issend_d
   public :: adc_mpi_issend_b, adc_mpi_irecv, adc_mpi_irecv_d, adc_mpi_irecv_b, adc_mpi_received
   public :: adc_mpi_received_d, adc_mpi_received_b, adc_mpi_wait, adc_mpi_wait_d, adc_mpi_wait_b
   public :: adc_mpi_wait_status, adc_mpi_wait_status_d, adc_mpi_wait_status_b, adc_mpi_waitall
   public :: adc_mpi_waitall_d, adc_mpi_waitall_b, adc_mpi_waitall_status, adc_mpi_waitall_status_d
   public :: adc_mpi_waitall_status_b, adc_mpi_waitany, adc_mpi_waitany_d, adc_mpi_waitany_b
   public :: adc_mpi_waitany_status, adc_mpi_waitany_status_d, adc_mpi_waitany_status_b, adc_mpi_test
   public :: adc_mpi_test_d, adc_mpi_test_b, adc_mpi_test_status, adc_mpi_test_status_d, adc_mpi_test_status_b
   public :: adc_mpi_gather, adc_mpi_gather_d, adc_mpi_gather_b, adc_mpi_gather_in_place
   public :: adc_mpi_gather_in_place_d, adc_mpi_gather_in_place_b, adc_mpi_gatherv, adc_mpi_gatherv_d
   public :: adc_mpi_gatherv_b, adc_mpi_gatherv_in_place, adc_mpi_gatherv_in_place_d
   public :: adc_mpi_gatherv_in_place_b, adc_mpi_scatter, adc_mpi_scatter_d, adc_mpi_scatter_b
   public :: adc_mpi_scatter_in_place, adc_mpi_scatter_in_place_d, adc_mpi_scatter_in_place_b
   public :: adc_mpi_scatterv, adc_mpi_scatterv_d, adc_mpi_scatterv_b, adc_mpi_scatterv_in_place
   public :: adc_mpi_scatterv_in_place_d, adc_mpi_scatterv_in_place_b, adc_mpi_allgather, adc_mpi_allgather_d
   public :: adc_mpi_allgather_b, adc_mpi_allgather_in_place, adc_mpi_allgather_in_place_d
   public :: adc_mpi_allgather_in_place_b, adc_mpi_allgatherv, adc_mpi_allgatherv_d, adc_mpi_allgatherv_b
   public :: adc_mpi_allgatherv_in_place, adc_mpi_allgatherv_in_place_d, adc_mpi_allgatherv_in_place_b
   public :: adc_mpi_alltoall, adc_mpi_alltoall_d, adc_mpi_alltoall_b

   ! A communicator (1), a datatype (2) or an operation (3).
   type :: kept
      integer :: handle, kind
   end type kept

   type(kept), allocatable, save :: freed(:)

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

   ! Source, tag and number of elements of a message that has been received.
   subroutine describe(status, datatype, message)
      integer, intent(in) :: status(MPI_STATUS_SIZE), datatype
      integer, intent(out) :: message(3)
      integer :: n, error
      message = [status(MPI_SOURCE), status(MPI_TAG), 0]
      if (status(MPI_SOURCE) == MPI_PROC_NULL) return
      call mpi_get_count(status, datatype, n, error)
      call expect(error, 'MPI_Get_count')
      if (n == MPI_UNDEFINED) call refuse('a message ends within an element of its datatype')
      message(3) = n
   end subroutine describe

   ! The status of a message that has been received.
   subroutine adc_mpi_status(message, datatype, status)
      integer, intent(in) :: message(3), datatype
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      integer :: error
      status = 0
      call mpi_status_set_elements(status, datatype, message(3), error)
      call expect(error, 'MPI_Status_set_elements')
      status(MPI_SOURCE) = message(1)
      status(MPI_TAG) = message(2)
      status(MPI_ERROR) = MPI_SUCCESS
   end subroutine adc_mpi_status

   ! Waits for the messages of adjoints that are on their way. Stops if a message has not been received. All ranks of the
   ! communicator call it, at a place where all messages of the program have been received.
   subroutine adc_mpi_check(comm)
      integer, intent(in) :: comm
      integer :: error, status(MPI_STATUS_SIZE)
      logical :: is_left
      character(80) :: text
      call finish_posts()
      if (receives_left() > 0) call refuse('a receive has begun and is not completed')
      call release()
      call mpi_barrier(comm, error)
      call expect(error, 'MPI_Barrier')
      call mpi_iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, is_left, status, error)
      call expect(error, 'MPI_Iprobe')
      if (is_left) then
         write (text, '(a, i0, a, i0)') 'a message was not received: from rank ', status(MPI_SOURCE), ', tag ', &
            status(MPI_TAG)
         call refuse(trim(text))
      end if
   end subroutine adc_mpi_check

   ! The source and the tag of the next message of the program, from any rank. Messages of adjoints from ranks that are
   ! ahead have larger tags, and come after those of the program.
   subroutine next_message(comm, source, tag)
      integer, intent(in) :: comm
      integer, intent(out) :: source, tag
      integer :: ranks, me, status(MPI_STATUS_SIZE), error
      logical :: is_there
      call who(comm, ranks, me)
      do
         do source = 0, ranks - 1
            call mpi_iprobe(source, MPI_ANY_TAG, comm, is_there, status, error)
            call expect(error, 'MPI_Iprobe')
            tag = status(MPI_TAG)
            if (is_there .and. .not. is_shifted(tag)) return
         end do
      end do
   end subroutine next_message

   ! Frees what the program has freed in forward sweeps: reverse sweeps needed it.
   subroutine release()
      integer :: i, error
      if (.not. allocated(freed)) return
      do i = 1, size(freed)
         select case (freed(i)%kind)
         case (1)
            call mpi_comm_free(freed(i)%handle, error)
         case (2)
            call mpi_type_free(freed(i)%handle, error)
         case (3)
            call mpi_op_free(freed(i)%handle, error)
         end select
      end do
      deallocate (freed)
   end subroutine release

   subroutine keep(handle, kind)
      integer, intent(in) :: handle, kind
      if (.not. allocated(freed)) allocate (freed(0))
      freed = [freed, kept(handle, kind)]
   end subroutine keep

   ! Frees a communicator, when reverse sweeps do not need it any more: in adc_mpi_check.
   subroutine adc_mpi_comm_free(comm)
      integer, intent(inout) :: comm
      call keep(comm, 1)
      comm = MPI_COMM_NULL
   end subroutine adc_mpi_comm_free

   ! The same for a datatype.
   subroutine adc_mpi_type_free(datatype)
      integer, intent(inout) :: datatype
      call keep(datatype, 2)
      datatype = MPI_DATATYPE_NULL
   end subroutine adc_mpi_type_free

   ! The same for an operation.
   subroutine adc_mpi_op_free(op)
      integer, intent(inout) :: op
      call keep(op, 3)
      op = MPI_OP_NULL
   end subroutine adc_mpi_op_free

   ! The blocks of all ranks, of one size, one after the other: their counts and displacements, how many reals each has,
   ! and how many come before. There are none if they are not here.
   subroutine even_blocks(are_here, ranks, count, datatype, counts, displacements, parts, offsets)
      logical, intent(in) :: are_here
      integer, intent(in) :: ranks, count, datatype
      integer, allocatable, intent(out) :: counts(:), displacements(:), parts(:), offsets(:)
      integer :: i
      if (.not. are_here) then
         call listed_blocks(.false., ranks, [0], [0], datatype, counts, displacements, parts, offsets)
         return
      end if
      call listed_blocks(.true., ranks, spread(count, 1, ranks), [(i*count, i=0, ranks - 1)], datatype, counts, &
         displacements, parts, offsets)
   end subroutine even_blocks

   ! The same for blocks of different sizes. Where they are not here, the lists have no values.
   subroutine listed_blocks(are_here, ranks, sizes, places, datatype, counts, displacements, parts, offsets)
      logical, intent(in) :: are_here
      integer, intent(in) :: ranks, sizes(*), places(*), datatype
      integer, allocatable, intent(out) :: counts(:), displacements(:), parts(:), offsets(:)
      integer :: i
      allocate (counts(ranks), displacements(ranks), parts(ranks), offsets(ranks), source=0)
      if (.not. are_here) return
      counts = sizes(1:ranks)
      displacements = places(1:ranks)
      parts = [(reals(counts(i), datatype), i=1, ranks)]
      offsets = [(sum(parts(1:i - 1)), i=1, ranks)]
   end subroutine listed_blocks

   ! Sends the tangent of a message.
   subroutine send_tangent(at, count, datatype, dest, tag, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, dest, tag, comm
      real(8), allocatable :: values(:)
      call take(at, count, datatype, values)
      call post(values, dest, tag, comm)
   end subroutine send_tangent

   ! Receives the tangent of a message that has been received.
   subroutine receive_tangent(at, datatype, message, comm)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, message(3), comm
      real(8), allocatable :: values(:)
      if (message(1) == MPI_PROC_NULL) return
      allocate (values(reals(message(3), datatype)))
      call fetch(values, message(1), message(2), comm)
      call put(at, message(3), datatype, values)
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
      if (message(1) == MPI_PROC_NULL) return
      call take(at, message(3), datatype, values)
      call post(values, message(1), message(2), comm)
      call clear(at, message(3), datatype)
   end subroutine receive_adjoint

   ! The tangent of a sum over ranks; root is negative if all get it.
   subroutine sum_tangent(values, at, count, datatype, root, comm)
      real(8), intent(in) :: values(:)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, root, comm
      real(8) :: sums(size(values))
      integer :: ranks, me, error
      if (root < 0) then
         call mpi_allreduce(values, sums, size(values), MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
         call expect(error, 'MPI_Allreduce')
         call put(at, count, datatype, sums)
      else
         call who(comm, ranks, me)
         call mpi_reduce(values, sums, size(values), MPI_DOUBLE_PRECISION, MPI_SUM, root, comm, error)
         call expect(error, 'MPI_Reduce')
         if (me == root) call put(at, count, datatype, sums)
      end if
   end subroutine sum_tangent

   ! The adjoint of each term of a sum over ranks. The adjoint of the sum becomes zero.
   subroutine sum_adjoint(at, count, datatype, root, comm, values)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable, intent(out) :: values(:)
      integer :: ranks, me, error
      if (root < 0) then
         call take(at, count, datatype, values)
         call mpi_allreduce(MPI_IN_PLACE, values, size(values), MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
         call expect(error, 'MPI_Allreduce')
         call clear(at, count, datatype)
      else
         call who(comm, ranks, me)
         if (me == root) then
            call take(at, count, datatype, values)
            call clear(at, count, datatype)
         else
            allocate (values(reals(count, datatype)))
         end if
         call mpi_bcast(values, size(values), MPI_DOUBLE_PRECISION, root, comm, error)
         call expect(error, 'MPI_Bcast')
      end if
   end subroutine sum_adjoint

   ! The derivatives of a reduction by the value of this rank. Of equal extrema, that of the first rank counts.
   subroutine weights(at, count, datatype, op, comm, factors)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable, intent(out) :: factors(:)
      real(8), allocatable :: values(:), others(:)
      integer, allocatable :: numbers(:), all(:)
      integer :: ranks, me, n, error
      call who(comm, ranks, me)
      call take(at, count, datatype, values)
      n = size(values)
      allocate (factors(n), others(n), numbers(n), all(n))
      if (op == MPI_SUM) then
         factors = 1
         return
      end if
      if (any(datatype == [MPI_COMPLEX, MPI_COMPLEX8, MPI_DOUBLE_COMPLEX, MPI_COMPLEX16])) then
         call refuse('reductions of complex numbers have derivatives for MPI_SUM only')
      end if
      if (op == MPI_MAX .or. op == MPI_MIN) then
         call mpi_allreduce(values, others, n, MPI_DOUBLE_PRECISION, op, comm, error)
         call expect(error, 'MPI_Allreduce')
         numbers = merge(me, ranks, values == others)
         call mpi_allreduce(numbers, all, n, MPI_INTEGER, MPI_MIN, comm, error)
         call expect(error, 'MPI_Allreduce')
         factors = merge(1, 0, all == me)
      else if (op == MPI_PROD) then
         numbers = merge(1, 0, values == 0)
         call mpi_allreduce(numbers, all, n, MPI_INTEGER, MPI_SUM, comm, error)
         call expect(error, 'MPI_Allreduce')
         call mpi_allreduce(merge(1d0, values, values == 0), others, n, MPI_DOUBLE_PRECISION, MPI_PROD, comm, error)
         call expect(error, 'MPI_Allreduce')
         factors = merge(others, 0d0, all == numbers)/merge(1d0, values, values == 0)
      else
         call refuse('this reduction has no derivative: of operations, MPI_SUM, MPI_PROD, MPI_MAX and MPI_MIN have some')
      end if
   end subroutine weights

   subroutine adc_mpi_send(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_send(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'MPI_Send')
   end subroutine adc_mpi_send

   subroutine adc_mpi_ssend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_ssend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'MPI_Ssend')
   end subroutine adc_mpi_ssend

   subroutine adc_mpi_bsend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_bsend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'MPI_Bsend')
   end subroutine adc_mpi_bsend

   subroutine adc_mpi_rsend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_rsend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'MPI_Rsend')
   end subroutine adc_mpi_rsend

   subroutine adc_mpi_send_d(buf, bufd, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_send(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_send_d

   subroutine adc_mpi_ssend_d(buf, bufd, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_ssend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_ssend_d

   subroutine adc_mpi_bsend_d(buf, bufd, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_bsend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_bsend_d

   subroutine adc_mpi_rsend_d(buf, bufd, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_rsend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_rsend_d

   subroutine adc_mpi_send_b(buf, bufb, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_send_b

   subroutine adc_mpi_ssend_b(buf, bufb, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_ssend_b

   subroutine adc_mpi_bsend_b(buf, bufb, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_bsend_b

   subroutine adc_mpi_rsend_b(buf, bufb, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_rsend_b

   subroutine adc_mpi_recv(buf, count, datatype, source, tag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: message(3)
      integer :: status(MPI_STATUS_SIZE), from, as, error
      from = source
      as = tag
      if (source == MPI_ANY_SOURCE .and. tag == MPI_ANY_TAG) call next_message(comm, from, as)
      call mpi_recv(memory(address(buf)), count, datatype, from, as, comm, status, error)
      call expect(error, 'MPI_Recv')
      call describe(status, datatype, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_recv

   subroutine adc_mpi_recv_d(buf, bufd, count, datatype, source, tag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: message(3)
      call adc_mpi_recv(buf, count, datatype, source, tag, comm, message)
      call receive_tangent(address(bufd), datatype, message, comm)
   end subroutine adc_mpi_recv_d

   subroutine adc_mpi_recv_b(buf, bufb, count, datatype, source, tag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(in) :: message(3)
      type(c_ptr) :: at
      integer :: given
      call receive_adjoint(address(bufb), datatype, message, comm)
      if (.false.) at = address(buf)
      if (.false.) given = count + source + tag
   end subroutine adc_mpi_recv_b

   subroutine adc_mpi_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, &
         source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer :: status(MPI_STATUS_SIZE), error
      call mpi_sendrecv(memory(address(sendbuf)), sendcount, sendtype, dest, sendtag, memory(address(recvbuf)), &
                        recvcount, recvtype, source, recvtag, comm, status, error)
      call expect(error, 'MPI_Sendrecv')
      call describe(status, recvtype, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_sendrecv

   subroutine adc_mpi_sendrecv_d(sendbuf, sendbufd, sendcount, sendtype, dest, sendtag, recvbuf, recvbufd, &
         recvcount, recvtype, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      integer, intent(out) :: message(3)
      real(8), allocatable :: values(:)
      call adc_mpi_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, &
                            recvtag, comm, message)
      call take(address(sendbufd), sendcount, sendtype, values)
      call post(values, dest, sendtag, comm)
      call receive_tangent(address(recvbufd), recvtype, message, comm)
   end subroutine adc_mpi_sendrecv_d

   subroutine adc_mpi_sendrecv_b(sendbuf, sendbufb, sendcount, sendtype, dest, sendtag, recvbuf, recvbufb, &
         recvcount, recvtype, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      integer, intent(in) :: message(3)
      type(c_ptr) :: at
      integer :: given
      call receive_adjoint(address(recvbufb), recvtype, message, comm)
      call send_adjoint(address(sendbufb), sendcount, sendtype, dest, sendtag, comm)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
      if (.false.) given = recvcount + source + recvtag
   end subroutine adc_mpi_sendrecv_b

   subroutine adc_mpi_sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer :: status(MPI_STATUS_SIZE), error
      call mpi_sendrecv_replace(memory(address(buf)), count, datatype, dest, sendtag, source, recvtag, comm, &
         status, error)
      call expect(error, 'MPI_Sendrecv_replace')
      call describe(status, datatype, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_sendrecv_replace

   subroutine adc_mpi_sendrecv_replace_d(buf, bufd, count, datatype, dest, sendtag, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(out) :: message(3)
      real(8), allocatable :: values(:)
      call adc_mpi_sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, message)
      call take(address(bufd), count, datatype, values)
      call post(values, dest, sendtag, comm)
      call receive_tangent(address(bufd), datatype, message, comm)
   end subroutine adc_mpi_sendrecv_replace_d

   subroutine adc_mpi_sendrecv_replace_b(buf, bufb, count, datatype, dest, sendtag, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(in) :: message(3)
      type(c_ptr) :: at
      integer :: given
      call receive_adjoint(address(bufb), datatype, message, comm)
      call send_adjoint(address(bufb), count, datatype, dest, sendtag, comm)
      if (.false.) at = address(buf)
      if (.false.) given = source + recvtag
   end subroutine adc_mpi_sendrecv_replace_b

   subroutine adc_mpi_bcast(buf, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, root, comm
      integer :: error
      call mpi_bcast(memory(address(buf)), count, datatype, root, comm, error)
      call expect(error, 'MPI_Bcast')
   end subroutine adc_mpi_bcast

   subroutine adc_mpi_bcast_d(buf, bufd, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:)
      integer :: error
      call adc_mpi_bcast(buf, count, datatype, root, comm)
      call take(address(bufd), count, datatype, values)
      call mpi_bcast(values, size(values), MPI_DOUBLE_PRECISION, root, comm, error)
      call expect(error, 'MPI_Bcast')
      call put(address(bufd), count, datatype, values)
   end subroutine adc_mpi_bcast_d

   subroutine adc_mpi_bcast_b(buf, bufb, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:), sums(:)
      type(c_ptr) :: at
      integer :: error
      call take(address(bufb), count, datatype, values)
      allocate (sums(size(values)))
      sums = 0
      call mpi_reduce(values, sums, size(values), MPI_DOUBLE_PRECISION, MPI_SUM, root, comm, error)
      call expect(error, 'MPI_Reduce')
      call put(address(bufb), count, datatype, sums)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_bcast_b

   subroutine adc_mpi_reduce_sum(sendbuf, recvbuf, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, root, comm
      integer :: error
      call mpi_reduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, MPI_SUM, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_sum

   subroutine adc_mpi_reduce_sum_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:)
      call take(address(sendbufd), count, datatype, values)
      call adc_mpi_reduce_sum(sendbuf, recvbuf, count, datatype, root, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_sum_d

   subroutine adc_mpi_reduce_sum_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:)
      type(c_ptr) :: at
      call sum_adjoint(address(recvbufb), count, datatype, root, comm, values)
      call add(address(sendbufb), count, datatype, values)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_reduce_sum_b

   subroutine adc_mpi_reduce_sum_in_place(recvbuf, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, root, comm
      integer :: error
      call mpi_reduce(MPI_IN_PLACE, memory(address(recvbuf)), count, datatype, MPI_SUM, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_sum_in_place

   subroutine adc_mpi_reduce_sum_in_place_d(recvbuf, recvbufd, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:)
      call take(address(recvbufd), count, datatype, values)
      call adc_mpi_reduce_sum_in_place(recvbuf, count, datatype, root, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_sum_in_place_d

   subroutine adc_mpi_reduce_sum_in_place_b(recvbuf, recvbufb, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable :: values(:)
      type(c_ptr) :: at
      call sum_adjoint(address(recvbufb), count, datatype, root, comm, values)
      call add(address(recvbufb), count, datatype, values)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_reduce_sum_in_place_b

   subroutine adc_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer :: error
      call mpi_reduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce

   subroutine adc_mpi_reduce_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, root, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(sendbuf), count, datatype, op, comm, factors)
      call take(address(sendbufd), count, datatype, values)
      values = factors*values
      call adc_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_d

   subroutine adc_mpi_reduce_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, root, comm
      real(8), allocatable :: values(:), factors(:)
      type(c_ptr) :: at
      call weights(address(sendbuf), count, datatype, op, comm, factors)
      call sum_adjoint(address(recvbufb), count, datatype, root, comm, values)
      values = factors*values
      call add(address(sendbufb), count, datatype, values)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_reduce_b

   subroutine adc_mpi_reduce_in_place(recvbuf, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer :: error
      call mpi_reduce(MPI_IN_PLACE, memory(address(recvbuf)), count, datatype, op, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_in_place

   subroutine adc_mpi_reduce_in_place_d(recvbuf, recvbufd, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, root, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(recvbuf), count, datatype, op, comm, factors)
      call take(address(recvbufd), count, datatype, values)
      values = factors*values
      call adc_mpi_reduce_in_place(recvbuf, count, datatype, op, root, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_in_place_d

   subroutine adc_mpi_reduce_in_place_b(recvbuf, recvbufb, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, root, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(recvbuf), count, datatype, op, comm, factors)
      call sum_adjoint(address(recvbufb), count, datatype, root, comm, values)
      values = factors*values
      call add(address(recvbufb), count, datatype, values)
   end subroutine adc_mpi_reduce_in_place_b

   subroutine adc_mpi_allreduce_sum(sendbuf, recvbuf, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, comm
      integer :: error
      call mpi_allreduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, MPI_SUM, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_sum

   subroutine adc_mpi_allreduce_sum_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, comm
      real(8), allocatable :: values(:)
      call take(address(sendbufd), count, datatype, values)
      call adc_mpi_allreduce_sum(sendbuf, recvbuf, count, datatype, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_sum_d

   subroutine adc_mpi_allreduce_sum_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, comm
      real(8), allocatable :: values(:)
      type(c_ptr) :: at
      call sum_adjoint(address(recvbufb), count, datatype, -1, comm, values)
      call add(address(sendbufb), count, datatype, values)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allreduce_sum_b

   subroutine adc_mpi_allreduce_sum_in_place(recvbuf, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, comm
      integer :: error
      call mpi_allreduce(MPI_IN_PLACE, memory(address(recvbuf)), count, datatype, MPI_SUM, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_sum_in_place

   subroutine adc_mpi_allreduce_sum_in_place_d(recvbuf, recvbufd, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, comm
      real(8), allocatable :: values(:)
      call take(address(recvbufd), count, datatype, values)
      call adc_mpi_allreduce_sum_in_place(recvbuf, count, datatype, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_sum_in_place_d

   subroutine adc_mpi_allreduce_sum_in_place_b(recvbuf, recvbufb, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, comm
      real(8), allocatable :: values(:)
      type(c_ptr) :: at
      call sum_adjoint(address(recvbufb), count, datatype, -1, comm, values)
      call add(address(recvbufb), count, datatype, values)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allreduce_sum_in_place_b

   subroutine adc_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_allreduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce

   subroutine adc_mpi_allreduce_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(sendbuf), count, datatype, op, comm, factors)
      call take(address(sendbufd), count, datatype, values)
      values = factors*values
      call adc_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_d

   subroutine adc_mpi_allreduce_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable :: values(:), factors(:)
      type(c_ptr) :: at
      call weights(address(sendbuf), count, datatype, op, comm, factors)
      call sum_adjoint(address(recvbufb), count, datatype, -1, comm, values)
      values = factors*values
      call add(address(sendbufb), count, datatype, values)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allreduce_b

   subroutine adc_mpi_allreduce_in_place(recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_allreduce(MPI_IN_PLACE, memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_in_place

   subroutine adc_mpi_allreduce_in_place_d(recvbuf, recvbufd, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(recvbuf), count, datatype, op, comm, factors)
      call take(address(recvbufd), count, datatype, values)
      values = factors*values
      call adc_mpi_allreduce_in_place(recvbuf, count, datatype, op, comm)
      call sum_tangent(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_in_place_d

   subroutine adc_mpi_allreduce_in_place_b(recvbuf, recvbufb, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable :: values(:), factors(:)
      call weights(address(recvbuf), count, datatype, op, comm, factors)
      call sum_adjoint(address(recvbufb), count, datatype, -1, comm, values)
      values = factors*values
      call add(address(recvbufb), count, datatype, values)
   end subroutine adc_mpi_allreduce_in_place_b

   subroutine adc_mpi_isend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_isend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'MPI_Isend')
   end subroutine adc_mpi_isend

   subroutine adc_mpi_isend_d(buf, bufd, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_isend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_isend_d

   subroutine adc_mpi_isend_b(buf, bufb, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      integer :: given
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
      if (.false.) given = request
   end subroutine adc_mpi_isend_b

   subroutine adc_mpi_issend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call mpi_issend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'MPI_Issend')
   end subroutine adc_mpi_issend

   subroutine adc_mpi_issend_d(buf, bufd, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      call adc_mpi_issend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_issend_d

   subroutine adc_mpi_issend_b(buf, bufb, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: request
      integer, intent(in) :: count, datatype, dest, tag, comm
      type(c_ptr) :: at
      integer :: given
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
      if (.false.) at = address(buf)
      if (.false.) given = request
   end subroutine adc_mpi_issend_b

   subroutine adc_mpi_irecv(buf, count, datatype, source, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, source, tag, comm, number
      integer :: error
      call mpi_irecv(memory(address(buf)), count, datatype, source, tag, comm, request, error)
      call expect(error, 'MPI_Irecv')
      call begin_receive(address(buf), datatype, source, tag, comm, request, number)
   end subroutine adc_mpi_irecv

   subroutine adc_mpi_irecv_d(buf, bufd, count, datatype, source, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(out) :: request
      integer, intent(in) :: count, datatype, source, tag, comm, number
      type(c_ptr) :: at
      call adc_mpi_irecv(buf, count, datatype, source, tag, comm, request, number)
      if (.false.) at = address(bufd)
   end subroutine adc_mpi_irecv_d

   subroutine adc_mpi_irecv_b(buf, bufb, count, datatype, source, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: request
      integer, intent(in) :: count, datatype, source, tag, comm, number
      type(c_ptr) :: at
      integer :: given
      if (.false.) at = address(buf)
      if (.false.) at = address(bufb)
      if (.false.) given = count + datatype + source + tag + comm + request + number
   end subroutine adc_mpi_irecv_b

   subroutine adc_mpi_received(buf, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: number
      call claim(address(buf), number)
   end subroutine adc_mpi_received

   subroutine adc_mpi_received_d(buf, bufd, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufd
      !DIR$ IGNORE_TKR bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: number
      call claim(address(buf), number)
      call put_tangents(address(bufd), number)
   end subroutine adc_mpi_received_d

   subroutine adc_mpi_received_b(buf, bufb, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: bufb
      !DIR$ IGNORE_TKR bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: number
      type(c_ptr) :: at
      call take_adjoints(address(bufb), number)
      if (.false.) at = address(buf)
   end subroutine adc_mpi_received_b

   ! Waits for a request. `is_tangent`: tangents follow what it received.
   subroutine wait_for(request, is_tangent, status)
      integer, intent(inout) :: request
      logical, intent(in) :: is_tangent
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      integer :: error
      call remember([request], is_tangent)
      call mpi_wait(request, status, error)
      call expect(error, 'MPI_Wait')
      call complete([.true.], reshape(status, [MPI_STATUS_SIZE, 1]))
      if (is_tangent) call tangents_of_group()
   end subroutine wait_for

   subroutine adc_mpi_wait(request)
      integer, intent(inout) :: request
      integer :: status(MPI_STATUS_SIZE)
      call wait_for(request, .false., status)
   end subroutine adc_mpi_wait

   subroutine adc_mpi_wait_d(request)
      integer, intent(inout) :: request
      integer :: status(MPI_STATUS_SIZE)
      call wait_for(request, .true., status)
   end subroutine adc_mpi_wait_d

   subroutine adc_mpi_wait_b(request)
      integer, intent(in) :: request
      integer :: given
      call send_adjoints()
      if (.false.) given = request
   end subroutine adc_mpi_wait_b

   subroutine adc_mpi_wait_status(request, status)
      integer, intent(inout) :: request
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call wait_for(request, .false., status)
   end subroutine adc_mpi_wait_status

   subroutine adc_mpi_wait_status_d(request, status)
      integer, intent(inout) :: request
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call wait_for(request, .true., status)
   end subroutine adc_mpi_wait_status_d

   subroutine adc_mpi_wait_status_b(request, status)
      integer, intent(in) :: request
      integer, intent(in) :: status(MPI_STATUS_SIZE)
      integer :: given
      call send_adjoints()
      if (.false.) given = request
      if (.false.) given = status(1)
   end subroutine adc_mpi_wait_status_b

   ! The same for some requests.
   subroutine wait_for_all(count, requests, is_tangent, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(in) :: is_tangent
      integer, intent(out) :: statuses(MPI_STATUS_SIZE, count)
      integer :: error
      call remember(requests(1:count), is_tangent)
      call mpi_waitall(count, requests, statuses, error)
      call expect(error, 'MPI_Waitall')
      call complete(spread(.true., 1, count), statuses)
      if (is_tangent) call tangents_of_group()
   end subroutine wait_for_all

   subroutine adc_mpi_waitall(count, requests)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer :: statuses(MPI_STATUS_SIZE, count)
      call wait_for_all(count, requests, .false., statuses)
   end subroutine adc_mpi_waitall

   subroutine adc_mpi_waitall_d(count, requests)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer :: statuses(MPI_STATUS_SIZE, count)
      call wait_for_all(count, requests, .true., statuses)
   end subroutine adc_mpi_waitall_d

   subroutine adc_mpi_waitall_b(count, requests)
      integer, intent(in) :: count
      integer, intent(in) :: requests(*)
      integer :: given
      call send_adjoints()
      if (.false.) given = count
      if (.false.) given = requests(1)
   end subroutine adc_mpi_waitall_b

   subroutine adc_mpi_waitall_status(count, requests, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: statuses(MPI_STATUS_SIZE, *)
      call wait_for_all(count, requests, .false., statuses)
   end subroutine adc_mpi_waitall_status

   subroutine adc_mpi_waitall_status_d(count, requests, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: statuses(MPI_STATUS_SIZE, *)
      call wait_for_all(count, requests, .true., statuses)
   end subroutine adc_mpi_waitall_status_d

   subroutine adc_mpi_waitall_status_b(count, requests, statuses)
      integer, intent(in) :: count
      integer, intent(in) :: requests(*)
      integer, intent(in) :: statuses(MPI_STATUS_SIZE, *)
      integer :: given
      call send_adjoints()
      if (.false.) given = count
      if (.false.) given = requests(1)
      if (.false.) given = statuses(1, 1)
   end subroutine adc_mpi_waitall_status_b

   ! The same for one of some requests.
   subroutine wait_for_any(count, requests, index, is_tangent, status)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index
      logical, intent(in) :: is_tangent
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      integer :: i, error
      call remember(requests(1:count), is_tangent)
      call mpi_waitany(count, requests, index, status, error)
      call expect(error, 'MPI_Waitany')
      call complete([(i == index, i=1, count)], spread(status, 2, max(count, 1)))
      if (is_tangent) call tangents_of_group()
   end subroutine wait_for_any

   subroutine adc_mpi_waitany(count, requests, index)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index
      integer :: status(MPI_STATUS_SIZE)
      call wait_for_any(count, requests, index, .false., status)
   end subroutine adc_mpi_waitany

   subroutine adc_mpi_waitany_d(count, requests, index)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index
      integer :: status(MPI_STATUS_SIZE)
      call wait_for_any(count, requests, index, .true., status)
   end subroutine adc_mpi_waitany_d

   subroutine adc_mpi_waitany_b(count, requests, index)
      integer, intent(in) :: count
      integer, intent(in) :: requests(*)
      integer, intent(in) :: index
      integer :: given
      call send_adjoints()
      if (.false.) given = count + index
      if (.false.) given = requests(1)
   end subroutine adc_mpi_waitany_b

   subroutine adc_mpi_waitany_status(count, requests, index, status)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call wait_for_any(count, requests, index, .false., status)
   end subroutine adc_mpi_waitany_status

   subroutine adc_mpi_waitany_status_d(count, requests, index, status)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call wait_for_any(count, requests, index, .true., status)
   end subroutine adc_mpi_waitany_status_d

   subroutine adc_mpi_waitany_status_b(count, requests, index, status)
      integer, intent(in) :: count
      integer, intent(in) :: requests(*)
      integer, intent(in) :: index
      integer, intent(in) :: status(MPI_STATUS_SIZE)
      integer :: given
      call send_adjoints()
      if (.false.) given = count + index
      if (.false.) given = requests(1)
      if (.false.) given = status(1)
   end subroutine adc_mpi_waitany_status_b

   ! Completes a request if that is possible.
   subroutine test_for(request, flag, is_tangent, status)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      logical, intent(in) :: is_tangent
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      integer :: error
      call remember([request], is_tangent)
      call mpi_test(request, flag, status, error)
      call expect(error, 'MPI_Test')
      call complete([flag], reshape(status, [MPI_STATUS_SIZE, 1]))
      if (is_tangent) call tangents_of_group()
   end subroutine test_for

   subroutine adc_mpi_test(request, flag)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer :: status(MPI_STATUS_SIZE)
      call test_for(request, flag, .false., status)
   end subroutine adc_mpi_test

   subroutine adc_mpi_test_d(request, flag)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer :: status(MPI_STATUS_SIZE)
      call test_for(request, flag, .true., status)
   end subroutine adc_mpi_test_d

   subroutine adc_mpi_test_b(request, flag)
      integer, intent(in) :: request
      logical, intent(in) :: flag
      integer :: given
      call send_adjoints()
      if (.false.) given = request
      if (.false. .and. flag) given = 0
   end subroutine adc_mpi_test_b

   subroutine adc_mpi_test_status(request, flag, status)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call test_for(request, flag, .false., status)
   end subroutine adc_mpi_test_status

   subroutine adc_mpi_test_status_d(request, flag, status)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      call test_for(request, flag, .true., status)
   end subroutine adc_mpi_test_status_d

   subroutine adc_mpi_test_status_b(request, flag, status)
      integer, intent(in) :: request
      logical, intent(in) :: flag
      integer, intent(in) :: status(MPI_STATUS_SIZE)
      integer :: given
      call send_adjoints()
      if (.false.) given = request
      if (.false. .and. flag) given = 0
      if (.false.) given = status(1)
   end subroutine adc_mpi_test_status_b

   subroutine adc_mpi_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: error
      call mpi_gather(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, root, comm, error)
      call expect(error, 'MPI_Gather')
   end subroutine adc_mpi_gather

   subroutine adc_mpi_gather_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      call take(address(sendbufd), sendcount, sendtype, own)
      allocate (all(sum(parts)))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_gather_d

   subroutine adc_mpi_gather_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(reals(sendcount, sendtype)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      call add(address(sendbufb), sendcount, sendtype, own)
      all = 0
      if (me == root) call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_gather_b

   subroutine adc_mpi_gather_in_place(recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer :: error
      call mpi_gather(MPI_IN_PLACE, 0, recvtype, memory(address(recvbuf)), recvcount, recvtype, root, comm, error)
      call expect(error, 'MPI_Gather')
   end subroutine adc_mpi_gather_in_place

   subroutine adc_mpi_gather_in_place_d(recvbuf, recvbufd, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_gather_in_place(recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufd), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      own = all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_gather_in_place_d

   subroutine adc_mpi_gather_in_place_b(recvbuf, recvbufb, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(parts(me + 1)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      all = 0
      all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1)) = own
      if (me == root) call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_gather_in_place_b

   subroutine adc_mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer :: error
      call mpi_gatherv(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcounts, &
         displs, recvtype, root, comm, error)
      call expect(error, 'MPI_Gatherv')
   end subroutine adc_mpi_gatherv

   subroutine adc_mpi_gatherv_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcounts, &
         displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      call take(address(sendbufd), sendcount, sendtype, own)
      allocate (all(sum(parts)))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_gatherv_d

   subroutine adc_mpi_gatherv_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcounts, &
         displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(reals(sendcount, sendtype)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      call add(address(sendbufb), sendcount, sendtype, own)
      all = 0
      if (me == root) call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_gatherv_b

   subroutine adc_mpi_gatherv_in_place(recvbuf, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer :: error
      call mpi_gatherv(MPI_IN_PLACE, 0, recvtype, memory(address(recvbuf)), recvcounts, displs, recvtype, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
   end subroutine adc_mpi_gatherv_in_place

   subroutine adc_mpi_gatherv_in_place_d(recvbuf, recvbufd, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_gatherv_in_place(recvbuf, recvcounts, displs, recvtype, root, comm)
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufd), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      own = all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_gatherv_in_place_d

   subroutine adc_mpi_gatherv_in_place_b(recvbuf, recvbufb, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvtype, root, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(parts(me + 1)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      all = 0
      all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1)) = own
      if (me == root) call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_gatherv_in_place_b

   subroutine adc_mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: error
      call mpi_scatter(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, root, comm, error)
      call expect(error, 'MPI_Scatter')
   end subroutine adc_mpi_scatter

   subroutine adc_mpi_scatter_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, sendcount, sendtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(sendbufd), counts, displacements, sendtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(reals(recvcount, recvtype)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      call put(address(recvbufd), recvcount, recvtype, own)
   end subroutine adc_mpi_scatter_d

   subroutine adc_mpi_scatter_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, sendcount, sendtype, counts, displacements, parts, offsets)
      call take(address(recvbufb), recvcount, recvtype, own)
      allocate (all(sum(parts)))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call add_blocks(address(sendbufb), counts, displacements, sendtype, all)
      call clear(address(recvbufb), recvcount, recvtype)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_scatter_b

   subroutine adc_mpi_scatter_in_place(sendbuf, sendcount, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      type(*), dimension(*), target :: sendbuf
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer :: error
      call mpi_scatter(memory(address(sendbuf)), sendcount, sendtype, MPI_IN_PLACE, 0, sendtype, root, comm, error)
      call expect(error, 'MPI_Scatter')
   end subroutine adc_mpi_scatter_in_place

   subroutine adc_mpi_scatter_in_place_d(sendbuf, sendbufd, sendcount, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufd
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_scatter_in_place(sendbuf, sendcount, sendtype, root, comm)
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, sendcount, sendtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(sendbufd), counts, displacements, sendtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(parts(me + 1)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatter_in_place_d

   subroutine adc_mpi_scatter_in_place_b(sendbuf, sendbufb, sendcount, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufb
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(me == root, ranks, sendcount, sendtype, counts, displacements, parts, offsets)
      allocate (own(parts(me + 1)), all(sum(parts)))
      own = 0
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call add_blocks(address(sendbufb), counts, displacements, sendtype, all)
      if (.false.) at = address(sendbuf)
   end subroutine adc_mpi_scatter_in_place_b

   subroutine adc_mpi_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendtype, recvcount, recvtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer :: error
      call mpi_scatterv(memory(address(sendbuf)), sendcounts, displs, sendtype, memory(address(recvbuf)), &
         recvcount, recvtype, root, comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatterv

   subroutine adc_mpi_scatterv_d(sendbuf, sendbufd, sendcounts, displs, sendtype, recvbuf, recvbufd, &
         recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendtype, recvcount, recvtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, sendcounts, displs, sendtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(sendbufd), counts, displacements, sendtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(reals(recvcount, recvtype)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
      call put(address(recvbufd), recvcount, recvtype, own)
   end subroutine adc_mpi_scatterv_d

   subroutine adc_mpi_scatterv_b(sendbuf, sendbufb, sendcounts, displs, sendtype, recvbuf, recvbufb, &
         recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendtype, recvcount, recvtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, sendcounts, displs, sendtype, counts, displacements, parts, offsets)
      call take(address(recvbufb), recvcount, recvtype, own)
      allocate (all(sum(parts)))
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call add_blocks(address(sendbufb), counts, displacements, sendtype, all)
      call clear(address(recvbufb), recvcount, recvtype)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_scatterv_b

   subroutine adc_mpi_scatterv_in_place(sendbuf, sendcounts, displs, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      type(*), dimension(*), target :: sendbuf
      integer, intent(in) :: sendtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer :: error
      call mpi_scatterv(memory(address(sendbuf)), sendcounts, displs, sendtype, MPI_IN_PLACE, 0, sendtype, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatterv_in_place

   subroutine adc_mpi_scatterv_in_place_d(sendbuf, sendbufd, sendcounts, displs, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufd
      integer, intent(in) :: sendtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_scatterv_in_place(sendbuf, sendcounts, displs, sendtype, root, comm)
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, sendcounts, displs, sendtype, counts, displacements, parts, offsets)
      if (me == root) then
         call take_blocks(address(sendbufd), counts, displacements, sendtype, all)
      else
         allocate (all(0))
      end if
      allocate (own(parts(me + 1)))
      call mpi_scatterv(all, parts, offsets, MPI_DOUBLE_PRECISION, own, size(own), MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatterv_in_place_d

   subroutine adc_mpi_scatterv_in_place_b(sendbuf, sendbufb, sendcounts, displs, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufb
      integer, intent(in) :: sendtype, root, comm
      integer, intent(in) :: sendcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(me == root, ranks, sendcounts, displs, sendtype, counts, displacements, parts, offsets)
      allocate (own(parts(me + 1)), all(sum(parts)))
      own = 0
      call mpi_gatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
      if (me == root) call add_blocks(address(sendbufb), counts, displacements, sendtype, all)
      if (.false.) at = address(sendbuf)
   end subroutine adc_mpi_scatterv_in_place_b

   subroutine adc_mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_allgather(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, comm, error)
      call expect(error, 'MPI_Allgather')
   end subroutine adc_mpi_allgather

   subroutine adc_mpi_allgather_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      call even_blocks(.true., ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      call take(address(sendbufd), sendcount, sendtype, own)
      allocate (all(sum(parts)))
      call mpi_allgatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, comm, &
         error)
      call expect(error, 'MPI_Allgatherv')
      call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_allgather_d

   subroutine adc_mpi_allgather_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(.true., ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      allocate (own(reals(sendcount, sendtype)))
      call mpi_reduce_scatter(all, own, parts, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
      call expect(error, 'MPI_Reduce_scatter')
      call add(address(sendbufb), sendcount, sendtype, own)
      all = 0
      call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allgather_b

   subroutine adc_mpi_allgather_in_place(recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, recvtype, comm
      integer :: error
      call mpi_allgather(MPI_IN_PLACE, 0, recvtype, memory(address(recvbuf)), recvcount, recvtype, comm, error)
      call expect(error, 'MPI_Allgather')
   end subroutine adc_mpi_allgather_in_place

   subroutine adc_mpi_allgather_in_place_d(recvbuf, recvbufd, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, recvtype, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_allgather_in_place(recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      call even_blocks(.true., ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufd), counts, displacements, recvtype, all)
      own = all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1))
      call mpi_allgatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, comm, &
         error)
      call expect(error, 'MPI_Allgatherv')
      call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_allgather_in_place_d

   subroutine adc_mpi_allgather_in_place_b(recvbuf, recvbufb, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, recvtype, comm
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call even_blocks(.true., ranks, recvcount, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      allocate (own(parts(me + 1)))
      call mpi_reduce_scatter(all, own, parts, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
      call expect(error, 'MPI_Reduce_scatter')
      all = 0
      all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1)) = own
      call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allgather_in_place_b

   subroutine adc_mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer :: error
      call mpi_allgatherv(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcounts, &
         displs, recvtype, comm, error)
      call expect(error, 'MPI_Allgatherv')
   end subroutine adc_mpi_allgatherv

   subroutine adc_mpi_allgatherv_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcounts, &
         displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
      call who(comm, ranks, me)
      call listed_blocks(.true., ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      call take(address(sendbufd), sendcount, sendtype, own)
      allocate (all(sum(parts)))
      call mpi_allgatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, comm, &
         error)
      call expect(error, 'MPI_Allgatherv')
      call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_allgatherv_d

   subroutine adc_mpi_allgatherv_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcounts, &
         displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(.true., ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      allocate (own(reals(sendcount, sendtype)))
      call mpi_reduce_scatter(all, own, parts, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
      call expect(error, 'MPI_Reduce_scatter')
      call add(address(sendbufb), sendcount, sendtype, own)
      all = 0
      call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allgatherv_b

   subroutine adc_mpi_allgatherv_in_place(recvbuf, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer :: error
      call mpi_allgatherv(MPI_IN_PLACE, 0, recvtype, memory(address(recvbuf)), recvcounts, displs, recvtype, &
         comm, error)
      call expect(error, 'MPI_Allgatherv')
   end subroutine adc_mpi_allgatherv_in_place

   subroutine adc_mpi_allgatherv_in_place_d(recvbuf, recvbufd, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      call adc_mpi_allgatherv_in_place(recvbuf, recvcounts, displs, recvtype, comm)
      call who(comm, ranks, me)
      call listed_blocks(.true., ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufd), counts, displacements, recvtype, all)
      own = all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1))
      call mpi_allgatherv(own, size(own), MPI_DOUBLE_PRECISION, all, parts, offsets, MPI_DOUBLE_PRECISION, comm, &
         error)
      call expect(error, 'MPI_Allgatherv')
      call put_blocks(address(recvbufd), counts, displacements, recvtype, all)
   end subroutine adc_mpi_allgatherv_in_place_d

   subroutine adc_mpi_allgatherv_in_place_b(recvbuf, recvbufb, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvtype, comm
      integer, intent(in) :: recvcounts(*), displs(*)
      integer, allocatable :: counts(:), displacements(:), parts(:), offsets(:)
      real(8), allocatable :: all(:), own(:)
      integer :: ranks, me, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      call listed_blocks(.true., ranks, recvcounts, displs, recvtype, counts, displacements, parts, offsets)
      call take_blocks(address(recvbufb), counts, displacements, recvtype, all)
      allocate (own(parts(me + 1)))
      call mpi_reduce_scatter(all, own, parts, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
      call expect(error, 'MPI_Reduce_scatter')
      all = 0
      all(offsets(me + 1) + 1:offsets(me + 1) + parts(me + 1)) = own
      call put_blocks(address(recvbufb), counts, displacements, recvtype, all)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_allgatherv_in_place_b

   subroutine adc_mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_alltoall(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, comm, error)
      call expect(error, 'MPI_Alltoall')
   end subroutine adc_mpi_alltoall

   subroutine adc_mpi_alltoall_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufd
      !DIR$ IGNORE_TKR sendbufd
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufd
      !DIR$ IGNORE_TKR recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      real(8), allocatable :: sent(:), received(:)
      integer :: ranks, me, part, error
      call adc_mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      part = reals(sendcount, sendtype)
      call take(address(sendbufd), ranks*sendcount, sendtype, sent)
      allocate (received(size(sent)))
      call mpi_alltoall(sent, part, MPI_DOUBLE_PRECISION, received, part, MPI_DOUBLE_PRECISION, comm, error)
      call expect(error, 'MPI_Alltoall')
      call put(address(recvbufd), ranks*recvcount, recvtype, received)
   end subroutine adc_mpi_alltoall_d

   subroutine adc_mpi_alltoall_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbufb
      !DIR$ IGNORE_TKR sendbufb
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbufb
      !DIR$ IGNORE_TKR recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      real(8), allocatable :: sent(:), received(:)
      integer :: ranks, me, part, error
      type(c_ptr) :: at
      call who(comm, ranks, me)
      part = reals(sendcount, sendtype)
      call take(address(recvbufb), ranks*recvcount, recvtype, received)
      allocate (sent(size(received)))
      call mpi_alltoall(received, part, MPI_DOUBLE_PRECISION, sent, part, MPI_DOUBLE_PRECISION, comm, error)
      call expect(error, 'MPI_Alltoall')
      call add(address(sendbufb), ranks*sendcount, sendtype, sent)
      call clear(address(recvbufb), ranks*recvcount, recvtype)
      if (.false.) at = address(sendbuf)
      if (.false.) at = address(recvbuf)
   end subroutine adc_mpi_alltoall_b
end module adc_mpi
