! Messages in derivatives: the procedures that generated code calls in place of those of MPI. It is generated from
! template/adc_mpi.f90.in.
!
!     adc_mpi_X      as MPI_X, without the error code: an error stops the program. Those that receive return the source,
!                    the tag and the number of bytes of the message instead of a status.
!     adc_mpi_X_d    its tangent: after each message, the derivatives follow in a message of their own
!     adc_mpi_X_b    its adjoint: messages go back, and are added to the shadows of what was sent
!     adc_mpi_check  for programs under test: stops if a message has not been received
!
! Absent shadows are zero where they are read, and dropped where they are written. `X_sum` is for MPI_SUM, `X_in_place`
! for MPI_IN_PLACE. In many directions, shadows have them as their first dimension, and their number comes last.
module adc_mpi
   use iso_c_binding, only: c_ptr
   use mpi
   use adc_tapeschedules, only: leave_loop, return_to_loop, has_schedules
   use adc_messages, only: address, memory, in_place, take, put, add, clear, take_values, blocks, no_blocks, &
      in_directions, width, expect, refuse
   use adc_exchanges, only: who, numbers_of, is_shifted, post, finish_posts, send_tangent, receive_tangent, &
      send_adjoint, receive_adjoint, sum_up, spread_out, swap_tangents, swap_adjoints, same, even, listed, &
         typed, near_bytes, chosen, only_of, neighbours, swap_near_tangents, swap_near_adjoints, &
         swap_even_tangents, swap_even_adjoints
   use adc_requests, only: begin_send, begin_receive, remember, complete, claim, put_tangents, take_adjoints, &
      send_tangents, send_adjoints, add_adjoints, forget, messages_left, expect_in_order, expect_one_order, &
      expect_completed, keep_request, start_kept, is_persistent, expect_told, note_other, &
      keep_statuses
   implicit none
   private
   public :: adc_mpi_leave_loop, adc_mpi_return_to_loop
   public :: adc_mpi_status, adc_mpi_check, adc_mpi_no_request, adc_mpi_comm_free, adc_mpi_type_free, adc_mpi_op_free
   public :: adc_mpi_reduce_sum, adc_mpi_reduce_sum_d, adc_mpi_reduce_sum_b, adc_mpi_reduce_sum_in_place
   public :: adc_mpi_reduce_sum_in_place_d, adc_mpi_reduce_sum_in_place_b, adc_mpi_reduce, adc_mpi_reduce_d
   public :: adc_mpi_reduce_b, adc_mpi_reduce_in_place, adc_mpi_reduce_in_place_d, adc_mpi_reduce_in_place_b
   public :: adc_mpi_allreduce_sum, adc_mpi_allreduce_sum_d, adc_mpi_allreduce_sum_b, adc_mpi_allreduce_sum_in_place
   public :: adc_mpi_allreduce_sum_in_place_d, adc_mpi_allreduce_sum_in_place_b, adc_mpi_allreduce
   public :: adc_mpi_allreduce_d, adc_mpi_allreduce_b, adc_mpi_allreduce_in_place, adc_mpi_allreduce_in_place_d
   public :: adc_mpi_allreduce_in_place_b, adc_mpi_bcast, adc_mpi_bcast_d, adc_mpi_bcast_b, adc_mpi_send
   public :: adc_mpi_send_d, adc_mpi_send_b, adc_mpi_ssend, adc_mpi_ssend_d, adc_mpi_ssend_b, adc_mpi_bsend
   public :: adc_mpi_bsend_d, adc_mpi_bsend_b, adc_mpi_rsend, adc_mpi_rsend_d, adc_mpi_rsend_b, adc_mpi_recv
   public :: adc_mpi_recv_d, adc_mpi_recv_b, adc_mpi_sendrecv, adc_mpi_sendrecv_d, adc_mpi_sendrecv_b
   public :: adc_mpi_sendrecv_replace, adc_mpi_sendrecv_replace_d, adc_mpi_sendrecv_replace_b, adc_mpi_isend
   public :: adc_mpi_isend_d, adc_mpi_isend_b, adc_mpi_issend, adc_mpi_issend_d, adc_mpi_issend_b, adc_mpi_ibsend
   public :: adc_mpi_ibsend_d, adc_mpi_ibsend_b, adc_mpi_irsend, adc_mpi_irsend_d, adc_mpi_irsend_b, adc_mpi_irecv
   public :: adc_mpi_irecv_d, adc_mpi_irecv_b, adc_mpi_received, adc_mpi_received_d, adc_mpi_received_b, adc_mpi_wait
   public :: adc_mpi_wait_d, adc_mpi_wait_b, adc_mpi_waitall, adc_mpi_waitall_d, adc_mpi_waitall_b
   public :: adc_mpi_waitall_status, adc_mpi_waitall_status_d, adc_mpi_waitall_status_b, adc_mpi_waitany
   public :: adc_mpi_waitany_d, adc_mpi_waitany_b, adc_mpi_waitsome, adc_mpi_waitsome_d, adc_mpi_waitsome_b
   public :: adc_mpi_waitsome_status, adc_mpi_waitsome_status_d, adc_mpi_waitsome_status_b, adc_mpi_testsome
   public :: adc_mpi_testsome_d, adc_mpi_testsome_b, adc_mpi_testsome_status, adc_mpi_testsome_status_d
   public :: adc_mpi_testsome_status_b, adc_mpi_test, adc_mpi_test_d, adc_mpi_test_b, adc_mpi_testall
   public :: adc_mpi_testall_d, adc_mpi_testall_b, adc_mpi_testall_status, adc_mpi_testall_status_d
   public :: adc_mpi_testall_status_b, adc_mpi_testany, adc_mpi_testany_d, adc_mpi_testany_b, adc_mpi_send_init
   public :: adc_mpi_ssend_init, adc_mpi_bsend_init, adc_mpi_rsend_init, adc_mpi_recv_init, adc_mpi_start
   public :: adc_mpi_start_d, adc_mpi_start_b, adc_mpi_startall, adc_mpi_startall_d, adc_mpi_startall_b
   public :: adc_mpi_started_send, adc_mpi_started_send_d, adc_mpi_started_send_b, adc_mpi_ready_receive
   public :: adc_mpi_ready_receive_d, adc_mpi_ready_receive_b, adc_mpi_begun, adc_mpi_request_free, adc_mpi_gather
   public :: adc_mpi_gather_d, adc_mpi_gather_b, adc_mpi_gather_in_place, adc_mpi_gather_in_place_d
   public :: adc_mpi_gather_in_place_b, adc_mpi_gatherv, adc_mpi_gatherv_d, adc_mpi_gatherv_b
   public :: adc_mpi_gatherv_in_place, adc_mpi_gatherv_in_place_d, adc_mpi_gatherv_in_place_b, adc_mpi_scatter
   public :: adc_mpi_scatter_d, adc_mpi_scatter_b, adc_mpi_scatter_in_place, adc_mpi_scatter_in_place_d
   public :: adc_mpi_scatter_in_place_b, adc_mpi_scatterv, adc_mpi_scatterv_d, adc_mpi_scatterv_b
   public :: adc_mpi_scatterv_in_place, adc_mpi_scatterv_in_place_d, adc_mpi_scatterv_in_place_b, adc_mpi_allgather
   public :: adc_mpi_allgather_d, adc_mpi_allgather_b, adc_mpi_allgather_in_place, adc_mpi_allgather_in_place_d
   public :: adc_mpi_allgather_in_place_b, adc_mpi_allgatherv, adc_mpi_allgatherv_d, adc_mpi_allgatherv_b
   public :: adc_mpi_allgatherv_in_place, adc_mpi_allgatherv_in_place_d, adc_mpi_allgatherv_in_place_b
   public :: adc_mpi_alltoall, adc_mpi_alltoall_d, adc_mpi_alltoall_b, adc_mpi_alltoall_in_place
   public :: adc_mpi_alltoall_in_place_d, adc_mpi_alltoall_in_place_b, adc_mpi_alltoallv, adc_mpi_alltoallv_d
   public :: adc_mpi_alltoallv_b, adc_mpi_alltoallv_in_place, adc_mpi_alltoallv_in_place_d
   public :: adc_mpi_alltoallv_in_place_b, adc_mpi_alltoallw, adc_mpi_alltoallw_d, adc_mpi_alltoallw_b
   public :: adc_mpi_alltoallw_in_place, adc_mpi_alltoallw_in_place_d, adc_mpi_alltoallw_in_place_b
   public :: adc_mpi_neighbor_allgather, adc_mpi_neighbor_allgather_d, adc_mpi_neighbor_allgather_b
   public :: adc_mpi_neighbor_allgatherv, adc_mpi_neighbor_allgatherv_d, adc_mpi_neighbor_allgatherv_b
   public :: adc_mpi_neighbor_alltoall, adc_mpi_neighbor_alltoall_d, adc_mpi_neighbor_alltoall_b
   public :: adc_mpi_neighbor_alltoallv, adc_mpi_neighbor_alltoallv_d, adc_mpi_neighbor_alltoallv_b
   public :: adc_mpi_neighbor_alltoallw, adc_mpi_neighbor_alltoallw_d, adc_mpi_neighbor_alltoallw_b
   public :: adc_mpi_reduce_scatter, adc_mpi_reduce_scatter_d, adc_mpi_reduce_scatter_b
   public :: adc_mpi_reduce_scatter_in_place, adc_mpi_reduce_scatter_in_place_d, adc_mpi_reduce_scatter_in_place_b
   public :: adc_mpi_reduce_scatter_block, adc_mpi_reduce_scatter_block_d, adc_mpi_reduce_scatter_block_b
   public :: adc_mpi_reduce_scatter_block_in_place, adc_mpi_reduce_scatter_block_in_place_d
   public :: adc_mpi_reduce_scatter_block_in_place_b, adc_mpi_scan, adc_mpi_scan_d, adc_mpi_scan_b
   public :: adc_mpi_scan_in_place, adc_mpi_scan_in_place_d, adc_mpi_scan_in_place_b, adc_mpi_exscan, adc_mpi_exscan_d
   public :: adc_mpi_exscan_b, adc_mpi_exscan_in_place, adc_mpi_exscan_in_place_d, adc_mpi_exscan_in_place_b

   ! A communicator (1), a datatype (2), an operation (3) or a persistent request (4).
   type :: kept
      integer :: handle, kind
   end type kept

   type(kept), allocatable, save :: freed(:)

contains

   ! Source, tag and number of bytes of a message that has been received. They are undefined for one that was sent.
   subroutine describe(status, message)
      integer, intent(in) :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: message(3)
      integer :: error
      message = [status(MPI_SOURCE), status(MPI_TAG), 0]
      if (status(MPI_SOURCE) == MPI_PROC_NULL) return
      call mpi_get_count(status, MPI_BYTE, message(3), error)
      call expect(error, 'MPI_Get_count')
   end subroutine describe

   ! The status of a message that has been received.
   subroutine adc_mpi_status(message, status)
      integer, intent(in) :: message(3)
      integer, intent(out) :: status(MPI_STATUS_SIZE)
      integer :: error
      status = 0
      call mpi_status_set_elements(status, MPI_BYTE, max(message(3), 0), error)
      call expect(error, 'MPI_Status_set_elements')
      status(MPI_SOURCE) = message(1)
      status(MPI_TAG) = message(2)
      status(MPI_ERROR) = MPI_SUCCESS
   end subroutine adc_mpi_status

   ! The forward sweep is after a loop with checkpoints: its messages may be those of ranks without the loop.
   subroutine adc_mpi_leave_loop()
      call leave_loop()
   end subroutine adc_mpi_leave_loop

   ! The reverse sweep is back in it.
   subroutine adc_mpi_return_to_loop()
      call return_to_loop()
   end subroutine adc_mpi_return_to_loop

   ! The request of a non-blocking collective call: the call has completed it.
   subroutine adc_mpi_no_request(request)
      integer, intent(out) :: request
      request = MPI_REQUEST_NULL
   end subroutine adc_mpi_no_request

   ! Waits for the messages of adjoints that are on their way. Stops if a message has not been received. All ranks of
   ! the communicator call it, at a place where all messages of the program have been received.
   subroutine adc_mpi_check(comm)
      integer, intent(in) :: comm
      integer :: error, status(MPI_STATUS_SIZE)
      logical :: is_left
      character(80) :: text
      call finish_posts()
      if (messages_left() > 0) call refuse('a send or receive has begun, and no call has completed it')
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
      ! no rank goes on, and sends, before all have looked
      call mpi_barrier(comm, error)
      call expect(error, 'MPI_Barrier')
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
            if (.not. is_there) cycle
            if (.not. is_shifted(tag)) return
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
         case (4)
            call forget(freed(i)%handle)
            call mpi_request_free(freed(i)%handle, error)
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

   ! ---- reductions

   ! The derivatives of a reduction by the value of this rank. Of equal extrema, that of the first rank counts.
   subroutine weights(at, count, datatype, op, comm, factors)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable, intent(out) :: factors(:)
      real(8), allocatable :: values(:), others(:)
      integer, allocatable :: numbers(:), all(:)
      logical, allocatable :: wins(:)
      integer :: ranks, me, n, error
      call who(comm, ranks, me)
      call take_values(at, count, datatype, values)
      n = size(values)
      allocate (factors(n), others(n), numbers(n), all(n), wins(n))
      if (any(datatype == [MPI_COMPLEX, MPI_COMPLEX8, MPI_DOUBLE_COMPLEX, MPI_COMPLEX16]) .and. op /= MPI_SUM) then
         call refuse('reductions of complex numbers have derivatives for MPI_SUM only')
      end if
      if (op == MPI_SUM) then
         factors = 1
      else if (any(op == [MPI_MAX, MPI_MIN, MPI_MAXLOC, MPI_MINLOC])) then
         if (op == MPI_MAX .or. op == MPI_MIN) then
            call mpi_allreduce(values, others, n, MPI_DOUBLE_PRECISION, op, comm, error)
            wins = .not. (values < others .or. values > others)
         else
            ! pairs of a value and its place
            call mpi_allreduce(values, others, n/2, MPI_2DOUBLE_PRECISION, op, comm, error)
            wins = .not. (values < others .or. values > others)
            wins(1::2) = wins(1::2) .and. wins(2::2)
            wins(2::2) = wins(1::2)
         end if
         call expect(error, 'MPI_Allreduce')
         numbers = merge(me, ranks, wins)
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
         call refuse('this reduction has no derivative: MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN, MPI_MAXLOC and &
            &MPI_MINLOC have some')
      end if
      ! one for each direction
      factors = reshape(spread(factors, 1, width), [n*width])
   end subroutine weights

   ! The tangents of the terms of a reduction. The values are those before the call.
   subroutine take_terms(at, shadow, count, datatype, op, comm, values)
      type(c_ptr), intent(in) :: at, shadow
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable, intent(out) :: values(:)
      real(8), allocatable :: factors(:)
      call weights(at, count, datatype, op, comm, factors)
      call take(shadow, count, datatype, values)
      values = factors*values
   end subroutine take_terms

   ! The tangent of a sum of terms; root is negative if all get it.
   subroutine put_sum(values, shadow, count, datatype, root, comm)
      real(8), allocatable, intent(inout) :: values(:)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: count, datatype, root, comm
      integer :: ranks, me
      call who(comm, ranks, me)
      call sum_up(values, root, comm)
      if (root < 0 .or. me == root) call put(shadow, count, datatype, values)
   end subroutine put_sum

   ! The adjoint of each term of a sum over ranks. The adjoint of the sum becomes zero.
   subroutine take_sum(shadow, count, datatype, root, comm, values)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: count, datatype, root, comm
      real(8), allocatable, intent(out) :: values(:)
      integer :: ranks, me
      call who(comm, ranks, me)
      call take(shadow, count, datatype, values)
      if (root < 0) call sum_up(values, -1, comm)
      if (root >= 0) call spread_out(values, root, comm)
      if (root < 0 .or. me == root) call clear(shadow, count, datatype)
   end subroutine take_sum

   ! Adds the adjoints of the terms of a reduction.
   subroutine add_terms(at, shadow, count, datatype, op, comm, values)
      type(c_ptr), intent(in) :: at, shadow
      integer, intent(in) :: count, datatype, op, comm
      real(8), allocatable, intent(inout) :: values(:)
      real(8), allocatable :: factors(:)
      call weights(at, count, datatype, op, comm, factors)
      call add(shadow, count, datatype, factors*values)
   end subroutine add_terms

   ! Stops if an operation other than a sum has no derivative.
   subroutine expect_sum(op)
      integer, intent(in) :: op
      if (op /= MPI_SUM) call refuse('MPI_Scan, MPI_Exscan and MPI_Reduce_scatter have derivatives for MPI_SUM only')
   end subroutine expect_sum


   subroutine adc_mpi_reduce_sum(sendbuf, recvbuf, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, root, comm
      integer :: error
      call mpi_reduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, MPI_SUM, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_sum

   subroutine adc_mpi_reduce_sum_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take(address(sendbufd), count, datatype, values)
      call adc_mpi_reduce_sum(sendbuf, recvbuf, count, datatype, root, comm)
      call put_sum(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_sum_d

   subroutine adc_mpi_reduce_sum_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, root, comm, values)
      call add(address(sendbufb), count, datatype, values)
   end subroutine adc_mpi_reduce_sum_b

   subroutine adc_mpi_reduce_sum_in_place(recvbuf, count, datatype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, root, comm
      integer :: error
      call mpi_reduce(in_place(), memory(address(recvbuf)), count, datatype, MPI_SUM, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_sum_in_place

   subroutine adc_mpi_reduce_sum_in_place_d(recvbuf, recvbufd, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take(address(recvbufd), count, datatype, values)
      call adc_mpi_reduce_sum_in_place(recvbuf, count, datatype, root, comm)
      call put_sum(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_sum_in_place_d

   subroutine adc_mpi_reduce_sum_in_place_b(recvbuf, recvbufb, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, root, comm, values)
      call add(address(recvbufb), count, datatype, values)
   end subroutine adc_mpi_reduce_sum_in_place_b

   subroutine adc_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer :: error
      call mpi_reduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce

   subroutine adc_mpi_reduce_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_terms(address(sendbuf), address(sendbufd), count, datatype, op, comm, values)
      call adc_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm)
      call put_sum(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_d

   subroutine adc_mpi_reduce_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, root, comm, values)
      call add_terms(address(sendbuf), address(sendbufb), count, datatype, op, comm, values)
   end subroutine adc_mpi_reduce_b

   subroutine adc_mpi_reduce_in_place(recvbuf, count, datatype, op, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, root, comm
      integer :: error
      call mpi_reduce(in_place(), memory(address(recvbuf)), count, datatype, op, root, comm, error)
      call expect(error, 'MPI_Reduce')
   end subroutine adc_mpi_reduce_in_place

   subroutine adc_mpi_reduce_in_place_d(recvbuf, recvbufd, count, datatype, op, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_terms(address(recvbuf), address(recvbufd), count, datatype, op, comm, values)
      call adc_mpi_reduce_in_place(recvbuf, count, datatype, op, root, comm)
      call put_sum(values, address(recvbufd), count, datatype, root, comm)
   end subroutine adc_mpi_reduce_in_place_d

   subroutine adc_mpi_reduce_in_place_b(recvbuf, recvbufb, count, datatype, op, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, root, comm, values)
      call add_terms(address(recvbuf), address(recvbufb), count, datatype, op, comm, values)
   end subroutine adc_mpi_reduce_in_place_b

   subroutine adc_mpi_allreduce_sum(sendbuf, recvbuf, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, comm
      integer :: error
      call mpi_allreduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, MPI_SUM, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_sum

   subroutine adc_mpi_allreduce_sum_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take(address(sendbufd), count, datatype, values)
      call adc_mpi_allreduce_sum(sendbuf, recvbuf, count, datatype, comm)
      call put_sum(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_sum_d

   subroutine adc_mpi_allreduce_sum_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, -1, comm, values)
      call add(address(sendbufb), count, datatype, values)
   end subroutine adc_mpi_allreduce_sum_b

   subroutine adc_mpi_allreduce_sum_in_place(recvbuf, count, datatype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, comm
      integer :: error
      call mpi_allreduce(in_place(), memory(address(recvbuf)), count, datatype, MPI_SUM, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_sum_in_place

   subroutine adc_mpi_allreduce_sum_in_place_d(recvbuf, recvbufd, count, datatype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take(address(recvbufd), count, datatype, values)
      call adc_mpi_allreduce_sum_in_place(recvbuf, count, datatype, comm)
      call put_sum(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_sum_in_place_d

   subroutine adc_mpi_allreduce_sum_in_place_b(recvbuf, recvbufb, count, datatype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, -1, comm, values)
      call add(address(recvbufb), count, datatype, values)
   end subroutine adc_mpi_allreduce_sum_in_place_b

   subroutine adc_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_allreduce(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce

   subroutine adc_mpi_allreduce_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_terms(address(sendbuf), address(sendbufd), count, datatype, op, comm, values)
      call adc_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm)
      call put_sum(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_d

   subroutine adc_mpi_allreduce_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, -1, comm, values)
      call add_terms(address(sendbuf), address(sendbufb), count, datatype, op, comm, values)
   end subroutine adc_mpi_allreduce_b

   subroutine adc_mpi_allreduce_in_place(recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_allreduce(in_place(), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Allreduce')
   end subroutine adc_mpi_allreduce_in_place

   subroutine adc_mpi_allreduce_in_place_d(recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_terms(address(recvbuf), address(recvbufd), count, datatype, op, comm, values)
      call adc_mpi_allreduce_in_place(recvbuf, count, datatype, op, comm)
      call put_sum(values, address(recvbufd), count, datatype, -1, comm)
   end subroutine adc_mpi_allreduce_in_place_d

   subroutine adc_mpi_allreduce_in_place_b(recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call take_sum(address(recvbufb), count, datatype, -1, comm, values)
      call add_terms(address(recvbuf), address(recvbufb), count, datatype, op, comm, values)
   end subroutine adc_mpi_allreduce_in_place_b

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

   subroutine adc_mpi_bcast_d(buf, bufd, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call adc_mpi_bcast(buf, count, datatype, root, comm)
      call take(address(bufd), count, datatype, values)
      call spread_out(values, root, comm)
      call put(address(bufd), count, datatype, values)
   end subroutine adc_mpi_bcast_d

   subroutine adc_mpi_bcast_b(buf, bufb, count, datatype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, root, comm
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      integer :: ranks, me
      call in_directions(nd)
      call take(address(bufb), count, datatype, values)
      call sum_up(values, root, comm)
      call who(comm, ranks, me)
      if (me /= root) values = 0
      call put(address(bufb), count, datatype, values)
   end subroutine adc_mpi_bcast_b

   ! ---- messages from one rank to another


   subroutine adc_mpi_send(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_send(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'mpi_send')
   end subroutine adc_mpi_send

   subroutine adc_mpi_send_d(buf, bufd, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_send(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_send_d

   subroutine adc_mpi_send_b(buf, bufb, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_send_b

   subroutine adc_mpi_ssend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_ssend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'mpi_ssend')
   end subroutine adc_mpi_ssend

   subroutine adc_mpi_ssend_d(buf, bufd, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_ssend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_ssend_d

   subroutine adc_mpi_ssend_b(buf, bufb, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_ssend_b

   subroutine adc_mpi_bsend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_bsend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'mpi_bsend')
   end subroutine adc_mpi_bsend

   subroutine adc_mpi_bsend_d(buf, bufd, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_bsend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_bsend_d

   subroutine adc_mpi_bsend_b(buf, bufb, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_bsend_b

   subroutine adc_mpi_rsend(buf, count, datatype, dest, tag, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_rsend(memory(address(buf)), count, datatype, dest, tag, comm, error)
      call expect(error, 'mpi_rsend')
   end subroutine adc_mpi_rsend

   subroutine adc_mpi_rsend_d(buf, bufd, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_rsend(buf, count, datatype, dest, tag, comm)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_rsend_d

   subroutine adc_mpi_rsend_b(buf, bufb, count, datatype, dest, tag, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_rsend_b

   subroutine adc_mpi_recv(buf, count, datatype, source, tag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: message(3)
      integer :: error
      integer :: status(MPI_STATUS_SIZE), from_rank, as
      from_rank = source
      as = tag
      if (source == MPI_ANY_SOURCE) call expect_one_order('a receive from MPI_ANY_SOURCE')
      if (source == MPI_ANY_SOURCE .and. tag == MPI_ANY_TAG) call next_message(comm, from_rank, as)
      call mpi_recv(memory(address(buf)), count, datatype, from_rank, as, comm, status, error)
      call expect(error, 'MPI_Recv')
      call describe(status, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_recv

   subroutine adc_mpi_recv_d(buf, bufd, count, datatype, source, tag, comm, message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, source, tag, comm
      integer, intent(out) :: message(3)
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_recv(buf, count, datatype, source, tag, comm, message)
      call receive_tangent(address(bufd), datatype, message, comm)
   end subroutine adc_mpi_recv_d

   subroutine adc_mpi_recv_b(buf, bufb, count, datatype, source, tag, comm, message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, source, tag, comm, message(3)
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call receive_adjoint(address(bufb), datatype, message, comm)
   end subroutine adc_mpi_recv_b

   subroutine adc_mpi_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, &
         recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer :: error
      integer :: status(MPI_STATUS_SIZE)
      if (source == MPI_ANY_SOURCE) call expect_one_order('a receive from MPI_ANY_SOURCE')
      call mpi_sendrecv(memory(address(sendbuf)), sendcount, sendtype, dest, sendtag, memory(address(recvbuf)), &
         recvcount, recvtype, source, recvtag, comm, status, error)
      call expect(error, 'MPI_Sendrecv')
      call describe(status, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_sendrecv

   subroutine adc_mpi_sendrecv_d(sendbuf, sendbufd, sendcount, sendtype, dest, sendtag, recvbuf, recvbufd, &
         recvcount, recvtype, source, recvtag, comm, message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, &
         recvtag, comm, message)
      call send_tangent(address(sendbufd), sendcount, sendtype, dest, sendtag, comm)
      call receive_tangent(address(recvbufd), recvtype, message, comm)
   end subroutine adc_mpi_sendrecv_d

   subroutine adc_mpi_sendrecv_b(sendbuf, sendbufb, sendcount, sendtype, dest, sendtag, recvbuf, recvbufb, &
         recvcount, recvtype, source, recvtag, comm, message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, dest, sendtag, recvcount, recvtype, source, recvtag, comm, &
         message(3)
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call receive_adjoint(address(recvbufb), recvtype, message, comm)
      call send_adjoint(address(sendbufb), sendcount, sendtype, dest, sendtag, comm)
   end subroutine adc_mpi_sendrecv_b

   subroutine adc_mpi_sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, message)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer :: error
      integer :: status(MPI_STATUS_SIZE)
      if (source == MPI_ANY_SOURCE) call expect_one_order('a receive from MPI_ANY_SOURCE')
      call mpi_sendrecv_replace(memory(address(buf)), count, datatype, dest, sendtag, source, recvtag, comm, &
         status, error)
      call expect(error, 'MPI_Sendrecv_replace')
      call describe(status, message)
      call expect_in_order(comm, message(1), message(2))
   end subroutine adc_mpi_sendrecv_replace

   subroutine adc_mpi_sendrecv_replace_d(buf, bufd, count, datatype, dest, sendtag, source, recvtag, comm, &
         message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm
      integer, intent(out) :: message(3)
      integer, intent(in), optional :: nd
      real(8), allocatable :: values(:)
      call in_directions(nd)
      call adc_mpi_sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, message)
      call take(address(bufd), count, datatype, values)
      call post(values, dest, sendtag, comm)
      call receive_tangent(address(bufd), datatype, message, comm)
   end subroutine adc_mpi_sendrecv_replace_d

   subroutine adc_mpi_sendrecv_replace_b(buf, bufb, count, datatype, dest, sendtag, source, recvtag, comm, &
         message, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, sendtag, source, recvtag, comm, message(3)
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call receive_adjoint(address(bufb), datatype, message, comm)
      call send_adjoint(address(bufb), count, datatype, dest, sendtag, comm)
   end subroutine adc_mpi_sendrecv_replace_b

   ! ---- non-blocking messages


   subroutine adc_mpi_isend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_isend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_isend')
      call begin_send(request)
   end subroutine adc_mpi_isend

   subroutine adc_mpi_isend_d(buf, bufd, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_isend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_isend_d

   subroutine adc_mpi_isend_b(buf, bufb, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm, request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_isend_b

   subroutine adc_mpi_issend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_issend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_issend')
      call begin_send(request)
   end subroutine adc_mpi_issend

   subroutine adc_mpi_issend_d(buf, bufd, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_issend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_issend_d

   subroutine adc_mpi_issend_b(buf, bufb, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm, request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_issend_b

   subroutine adc_mpi_ibsend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_ibsend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_ibsend')
      call begin_send(request)
   end subroutine adc_mpi_ibsend

   subroutine adc_mpi_ibsend_d(buf, bufd, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_ibsend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_ibsend_d

   subroutine adc_mpi_ibsend_b(buf, bufb, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm, request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_ibsend_b

   subroutine adc_mpi_irsend(buf, count, datatype, dest, tag, comm, request)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer :: error
      call expect_told(dest, tag, comm)
      call mpi_irsend(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_irsend')
      call begin_send(request)
   end subroutine adc_mpi_irsend

   subroutine adc_mpi_irsend_d(buf, bufd, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, dest, tag, comm
      integer, intent(out) :: request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_irsend(buf, count, datatype, dest, tag, comm, request)
      call send_tangent(address(bufd), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_irsend_d

   subroutine adc_mpi_irsend_b(buf, bufb, count, datatype, dest, tag, comm, request, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, dest, tag, comm, request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call send_adjoint(address(bufb), count, datatype, dest, tag, comm)
   end subroutine adc_mpi_irsend_b

   subroutine adc_mpi_irecv(buf, count, datatype, source, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, source, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      if (source == MPI_ANY_SOURCE) call expect_one_order('a receive from MPI_ANY_SOURCE')
      call mpi_irecv(memory(address(buf)), count, datatype, source, tag, comm, request, error)
      call expect(error, 'MPI_Irecv')
      call begin_receive(address(buf), datatype, source, tag, comm, request, number)
   end subroutine adc_mpi_irecv

   subroutine adc_mpi_irecv_d(buf, bufd, count, datatype, source, tag, comm, request, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: count, datatype, source, tag, comm, number
      integer, intent(out) :: request
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call adc_mpi_irecv(buf, count, datatype, source, tag, comm, request, number)
   end subroutine adc_mpi_irecv_d

   subroutine adc_mpi_irecv_b(buf, bufb, count, datatype, source, tag, comm, request, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: count, datatype, source, tag, comm, request, number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call expect_completed()
   end subroutine adc_mpi_irecv_b

   subroutine adc_mpi_received(buf, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: number
      call claim(address(buf), number, .true.)
   end subroutine adc_mpi_received

   subroutine adc_mpi_received_d(buf, bufd, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call claim(address(buf), number, .false.)
      call put_tangents(address(bufd))
   end subroutine adc_mpi_received_d

   subroutine adc_mpi_received_b(buf, bufb, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call take_adjoints(address(bufb), number)
   end subroutine adc_mpi_received_b

   ! Waits for a request. `is_tangent`: tangents follow what it received.
   subroutine wait_for(request, is_tangent, message)
      integer, intent(inout) :: request
      logical, intent(in) :: is_tangent
      integer, intent(out) :: message(3)
      integer :: status(MPI_STATUS_SIZE), error
      call remember([request], is_tangent)
      call mpi_wait(request, status, error)
      call expect(error, 'MPI_Wait')
      call complete([.true.], reshape(status, [MPI_STATUS_SIZE, 1]))
      call describe(status, message)
   end subroutine wait_for


   subroutine adc_mpi_wait(request, message)
      integer, intent(inout) :: request
      integer, intent(out) :: message(3)
      call wait_for(request, .false., message)
   end subroutine adc_mpi_wait

   subroutine adc_mpi_wait_d(request, message, nd)
      integer, intent(inout) :: request
      integer, intent(out) :: message(3)
      integer, intent(in), optional :: nd
      call wait_for(request, .true., message)
   end subroutine adc_mpi_wait_d

   subroutine adc_mpi_wait_b(request, message, nd)
      integer, intent(in) :: request, message(3)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_wait_b

   ! The same for all of some requests.
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
      call keep_statuses(statuses)
   end subroutine wait_for_all


   subroutine adc_mpi_waitall(count, requests)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer :: statuses(MPI_STATUS_SIZE, count)
      call wait_for_all(count, requests, .false., statuses)
   end subroutine adc_mpi_waitall

   subroutine adc_mpi_waitall_d(count, requests, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(in), optional :: nd
      integer :: statuses(MPI_STATUS_SIZE, count)
      call wait_for_all(count, requests, .true., statuses)
   end subroutine adc_mpi_waitall_d

   subroutine adc_mpi_waitall_b(count, requests, nd)
      integer, intent(in) :: count, requests(*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_waitall_b

   subroutine adc_mpi_waitall_status(count, requests, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: statuses(MPI_STATUS_SIZE,*)
      call wait_for_all(count, requests, .false., statuses)
   end subroutine adc_mpi_waitall_status

   subroutine adc_mpi_waitall_status_d(count, requests, statuses, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call wait_for_all(count, requests, .true., statuses)
   end subroutine adc_mpi_waitall_status_d

   subroutine adc_mpi_waitall_status_b(count, requests, statuses, nd)
      integer, intent(in) :: count, requests(*), statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_waitall_status_b

   ! The same for one of some requests.
   subroutine wait_for_any(count, requests, index, is_tangent, message)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      logical, intent(in) :: is_tangent
      integer :: i, status(MPI_STATUS_SIZE), error
      call expect_one_order('MPI_Waitany')
      call remember(requests(1:count), is_tangent)
      call mpi_waitany(count, requests, index, status, error)
      call expect(error, 'MPI_Waitany')
      call complete([(i == index, i=1, count)], spread(status, 2, max(count, 1)))
      call describe(status, message)
   end subroutine wait_for_any


   subroutine adc_mpi_waitany(count, requests, index, message)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      call wait_for_any(count, requests, index, .false., message)
   end subroutine adc_mpi_waitany

   subroutine adc_mpi_waitany_d(count, requests, index, message, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      integer, intent(in), optional :: nd
      call wait_for_any(count, requests, index, .true., message)
   end subroutine adc_mpi_waitany_d

   subroutine adc_mpi_waitany_b(count, requests, index, message, nd)
      integer, intent(in) :: count, requests(*), index, message(3)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_waitany_b

   ! The same for at least one of some requests; if it only tests, for those that are complete.
   subroutine wait_for_some(incount, requests, outcount, indices, waits, is_tangent, statuses)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*)
      logical, intent(in) :: waits, is_tangent
      integer, intent(out) :: statuses(MPI_STATUS_SIZE, incount)
      integer :: of(MPI_STATUS_SIZE, incount), k, error
      logical :: done(incount)
      call expect_one_order('MPI_Waitsome or MPI_Testsome')
      call remember(requests(1:incount), is_tangent)
      statuses = 0
      if (waits) call mpi_waitsome(incount, requests, outcount, indices, statuses, error)
      if (.not. waits) call mpi_testsome(incount, requests, outcount, indices, statuses, error)
      call expect(error, 'MPI_Waitsome')
      done = .false.
      of = 0
      if (outcount /= MPI_UNDEFINED) then
         do k = 1, outcount
            done(indices(k)) = .true.
            of(:, indices(k)) = statuses(:, k)
         end do
      end if
      call complete(done, of)
      call keep_statuses(statuses)
   end subroutine wait_for_some


   subroutine adc_mpi_waitsome(incount, requests, outcount, indices)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*)
      integer :: statuses(MPI_STATUS_SIZE, incount)
      call wait_for_some(incount, requests, outcount, indices, 'wait' == 'wait', .false., statuses)
   end subroutine adc_mpi_waitsome

   subroutine adc_mpi_waitsome_d(incount, requests, outcount, indices, nd)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*)
      integer, intent(in), optional :: nd
      integer :: statuses(MPI_STATUS_SIZE, incount)
      call wait_for_some(incount, requests, outcount, indices, 'wait' == 'wait', .true., statuses)
   end subroutine adc_mpi_waitsome_d

   subroutine adc_mpi_waitsome_b(incount, requests, outcount, indices, nd)
      integer, intent(in) :: incount, requests(*), outcount, indices(*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_waitsome_b

   subroutine adc_mpi_waitsome_status(incount, requests, outcount, indices, statuses)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      call wait_for_some(incount, requests, outcount, indices, 'wait' == 'wait', .false., statuses)
   end subroutine adc_mpi_waitsome_status

   subroutine adc_mpi_waitsome_status_d(incount, requests, outcount, indices, statuses, nd)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call wait_for_some(incount, requests, outcount, indices, 'wait' == 'wait', .true., statuses)
   end subroutine adc_mpi_waitsome_status_d

   subroutine adc_mpi_waitsome_status_b(incount, requests, outcount, indices, statuses, nd)
      integer, intent(in) :: incount, requests(*), outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_waitsome_status_b

   subroutine adc_mpi_testsome(incount, requests, outcount, indices)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*)
      integer :: statuses(MPI_STATUS_SIZE, incount)
      call wait_for_some(incount, requests, outcount, indices, 'test' == 'wait', .false., statuses)
   end subroutine adc_mpi_testsome

   subroutine adc_mpi_testsome_d(incount, requests, outcount, indices, nd)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*)
      integer, intent(in), optional :: nd
      integer :: statuses(MPI_STATUS_SIZE, incount)
      call wait_for_some(incount, requests, outcount, indices, 'test' == 'wait', .true., statuses)
   end subroutine adc_mpi_testsome_d

   subroutine adc_mpi_testsome_b(incount, requests, outcount, indices, nd)
      integer, intent(in) :: incount, requests(*), outcount, indices(*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_testsome_b

   subroutine adc_mpi_testsome_status(incount, requests, outcount, indices, statuses)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      call wait_for_some(incount, requests, outcount, indices, 'test' == 'wait', .false., statuses)
   end subroutine adc_mpi_testsome_status

   subroutine adc_mpi_testsome_status_d(incount, requests, outcount, indices, statuses, nd)
      integer, intent(in) :: incount
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call wait_for_some(incount, requests, outcount, indices, 'test' == 'wait', .true., statuses)
   end subroutine adc_mpi_testsome_status_d

   subroutine adc_mpi_testsome_status_b(incount, requests, outcount, indices, statuses, nd)
      integer, intent(in) :: incount, requests(*), outcount, indices(*), statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_testsome_status_b

   ! Completes a request if that is possible.
   subroutine test_for(request, flag, is_tangent, message)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      logical, intent(in) :: is_tangent
      integer, intent(out) :: message(3)
      integer :: status(MPI_STATUS_SIZE), error
      call expect_one_order('MPI_Test')
      call remember([request], is_tangent)
      call mpi_test(request, flag, status, error)
      call expect(error, 'MPI_Test')
      call complete([flag], reshape(status, [MPI_STATUS_SIZE, 1]))
      message = 0
      if (flag) call describe(status, message)
   end subroutine test_for


   subroutine adc_mpi_test(request, flag, message)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer, intent(out) :: message(3)
      call test_for(request, flag, .false., message)
   end subroutine adc_mpi_test

   subroutine adc_mpi_test_d(request, flag, message, nd)
      integer, intent(inout) :: request
      logical, intent(out) :: flag
      integer, intent(out) :: message(3)
      integer, intent(in), optional :: nd
      call test_for(request, flag, .true., message)
   end subroutine adc_mpi_test_d

   subroutine adc_mpi_test_b(request, flag, message, nd)
      integer, intent(in) :: request, message(3)
      logical, intent(in) :: flag
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_test_b

   ! Completes some requests if all can be completed.
   subroutine test_for_all(count, requests, flag, is_tangent, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(out) :: flag
      logical, intent(in) :: is_tangent
      integer, intent(out) :: statuses(MPI_STATUS_SIZE, count)
      integer :: error
      call expect_one_order('MPI_Testall')
      call remember(requests(1:count), is_tangent)
      statuses = 0
      call mpi_testall(count, requests, flag, statuses, error)
      call expect(error, 'MPI_Testall')
      call complete(spread(flag, 1, count), statuses)
      call keep_statuses(statuses)
   end subroutine test_for_all


   subroutine adc_mpi_testall(count, requests, flag)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(out) :: flag
      integer :: statuses(MPI_STATUS_SIZE, count)
      call test_for_all(count, requests, flag, .false., statuses)
   end subroutine adc_mpi_testall

   subroutine adc_mpi_testall_d(count, requests, flag, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(out) :: flag
      integer, intent(in), optional :: nd
      integer :: statuses(MPI_STATUS_SIZE, count)
      call test_for_all(count, requests, flag, .true., statuses)
   end subroutine adc_mpi_testall_d

   subroutine adc_mpi_testall_b(count, requests, flag, nd)
      integer, intent(in) :: count, requests(*)
      logical, intent(in) :: flag
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_testall_b

   subroutine adc_mpi_testall_status(count, requests, flag, statuses)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(out) :: flag
      integer, intent(out) :: statuses(MPI_STATUS_SIZE,*)
      call test_for_all(count, requests, flag, .false., statuses)
   end subroutine adc_mpi_testall_status

   subroutine adc_mpi_testall_status_d(count, requests, flag, statuses, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      logical, intent(out) :: flag
      integer, intent(out) :: statuses(MPI_STATUS_SIZE,*)
      integer, intent(in), optional :: nd
      call test_for_all(count, requests, flag, .true., statuses)
   end subroutine adc_mpi_testall_status_d

   subroutine adc_mpi_testall_status_b(count, requests, flag, statuses, nd)
      integer, intent(in) :: count, requests(*), statuses(MPI_STATUS_SIZE,*)
      logical, intent(in) :: flag
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_testall_status_b

   ! Completes one of some requests if that is possible.
   subroutine test_for_any(count, requests, index, flag, is_tangent, message)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      logical, intent(out) :: flag
      logical, intent(in) :: is_tangent
      integer :: i, status(MPI_STATUS_SIZE), error
      call expect_one_order('MPI_Testany')
      call remember(requests(1:count), is_tangent)
      call mpi_testany(count, requests, index, flag, status, error)
      call expect(error, 'MPI_Testany')
      call complete([(flag .and. i == index, i=1, count)], spread(status, 2, max(count, 1)))
      message = 0
      if (flag .and. index /= MPI_UNDEFINED) call describe(status, message)
   end subroutine test_for_any


   subroutine adc_mpi_testany(count, requests, index, flag, message)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      logical, intent(out) :: flag
      call test_for_any(count, requests, index, flag, .false., message)
   end subroutine adc_mpi_testany

   subroutine adc_mpi_testany_d(count, requests, index, flag, message, nd)
      integer, intent(in) :: count
      integer, intent(inout) :: requests(*)
      integer, intent(out) :: index, message(3)
      logical, intent(out) :: flag
      integer, intent(in), optional :: nd
      call test_for_any(count, requests, index, flag, .true., message)
   end subroutine adc_mpi_testany_d

   subroutine adc_mpi_testany_b(count, requests, index, flag, message, nd)
      integer, intent(in) :: count, requests(*), index, message(3)
      logical, intent(in) :: flag
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_testany_b

   ! ---- persistent requests


   subroutine adc_mpi_send_init(buf, count, datatype, dest, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      call mpi_send_init(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_send_init')
      call keep_request(address(buf), count, datatype, dest, tag, comm, request, number, .true.)
   end subroutine adc_mpi_send_init

   subroutine adc_mpi_ssend_init(buf, count, datatype, dest, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      call mpi_ssend_init(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_ssend_init')
      call keep_request(address(buf), count, datatype, dest, tag, comm, request, number, .true.)
   end subroutine adc_mpi_ssend_init

   subroutine adc_mpi_bsend_init(buf, count, datatype, dest, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      call mpi_bsend_init(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_bsend_init')
      call keep_request(address(buf), count, datatype, dest, tag, comm, request, number, .true.)
   end subroutine adc_mpi_bsend_init

   subroutine adc_mpi_rsend_init(buf, count, datatype, dest, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, dest, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      call mpi_rsend_init(memory(address(buf)), count, datatype, dest, tag, comm, request, error)
      call expect(error, 'mpi_rsend_init')
      call keep_request(address(buf), count, datatype, dest, tag, comm, request, number, .true.)
   end subroutine adc_mpi_rsend_init

   subroutine adc_mpi_recv_init(buf, count, datatype, source, tag, comm, request, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: count, datatype, source, tag, comm, number
      integer, intent(out) :: request
      integer :: error
      call mpi_recv_init(memory(address(buf)), count, datatype, source, tag, comm, request, error)
      call expect(error, 'MPI_Recv_init')
      call keep_request(address(buf), count, datatype, source, tag, comm, request, number, .false.)
   end subroutine adc_mpi_recv_init

   subroutine start_all(count, requests, is_tangent)
      integer, intent(in) :: count, requests(*)
      logical, intent(in) :: is_tangent
      integer :: handles(count), error
      call start_kept(requests(1:count), is_tangent)
      ! starting changes no handle
      handles = requests(1:count)
      call mpi_startall(count, handles, error)
      call expect(error, 'MPI_Startall')
   end subroutine start_all


   subroutine adc_mpi_start(request)
      integer, intent(in) :: request
      call start_all(1, [request], .false.)
   end subroutine adc_mpi_start

   subroutine adc_mpi_start_d(request, nd)
      integer, intent(in) :: request
      integer, intent(in), optional :: nd
      call start_all(1, [request], .true.)
   end subroutine adc_mpi_start_d

   subroutine adc_mpi_start_b(request, nd)
      integer, intent(in) :: request
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_start_b

   subroutine adc_mpi_startall(count, requests)
      integer, intent(in) :: count, requests(*)
      call start_all(count, requests, .false.)
   end subroutine adc_mpi_startall

   subroutine adc_mpi_startall_d(count, requests, nd)
      integer, intent(in) :: count, requests(*)
      integer, intent(in), optional :: nd
      call start_all(count, requests, .true.)
   end subroutine adc_mpi_startall_d

   subroutine adc_mpi_startall_b(count, requests, nd)
      integer, intent(in) :: count, requests(*)
      integer, intent(in), optional :: nd
      call send_adjoints()
   end subroutine adc_mpi_startall_b

   subroutine adc_mpi_started_send(buf, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: number
      call claim(address(buf), number, .true.)
   end subroutine adc_mpi_started_send

   subroutine adc_mpi_started_send_d(buf, bufd, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call claim(address(buf), number, .false.)
      call send_tangents(address(bufd))
   end subroutine adc_mpi_started_send_d

   subroutine adc_mpi_started_send_b(buf, bufb, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call add_adjoints(address(bufb), number)
   end subroutine adc_mpi_started_send_b

   subroutine adc_mpi_ready_receive(buf, number)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf
      !DIR$ IGNORE_TKR buf
      type(*), dimension(*), target :: buf
      integer, intent(in) :: number
   end subroutine adc_mpi_ready_receive

   subroutine adc_mpi_ready_receive_d(buf, bufd, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufd
      !DIR$ IGNORE_TKR buf, bufd
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufd
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
   end subroutine adc_mpi_ready_receive_d

   subroutine adc_mpi_ready_receive_b(buf, bufb, number, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: buf, bufb
      !DIR$ IGNORE_TKR buf, bufb
      type(*), dimension(*), target :: buf
      type(*), dimension(*), optional, target :: bufb
      integer, intent(in) :: number
      integer, intent(in), optional :: nd
      call in_directions(nd)
      call expect_completed()
   end subroutine adc_mpi_ready_receive_b

   subroutine adc_mpi_begun(request)
      integer, intent(in) :: request
      call note_other(request)
   end subroutine adc_mpi_begun

   subroutine adc_mpi_request_free(request)
      integer, intent(inout) :: request
      integer :: error
      ! iterations that run again start it again
      if (is_persistent(request) .and. has_schedules()) then
         call keep(request, 4)
         request = MPI_REQUEST_NULL
         return
      end if
      call forget(request)
      call mpi_request_free(request, error)
      call expect(error, 'MPI_Request_free')
   end subroutine adc_mpi_request_free

   ! ---- blocks


   subroutine adc_mpi_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: error
      call mpi_gather(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, root, comm, error)
      call expect(error, 'MPI_Gather')
   end subroutine adc_mpi_gather

   subroutine adc_mpi_gather_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, recvtype, &
         root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(same(address(sendbufd), sendcount, sendtype, ranks), numbers == root)
      to = no_blocks(address(recvbufd), recvtype, ranks)
      if (me == root) to = even(address(recvbufd), recvcount, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_gather_d

   subroutine adc_mpi_gather_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, recvtype, &
         root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(same(address(sendbufb), sendcount, sendtype, ranks), numbers == root)
      to = no_blocks(address(recvbufb), recvtype, ranks)
      if (me == root) to = even(address(recvbufb), recvcount, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_gather_b

   subroutine adc_mpi_gather_in_place(recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer :: error
      call mpi_gather(in_place(), 0, recvtype, memory(address(recvbuf)), recvcount, recvtype, root, comm, error)
      call expect(error, 'MPI_Gather')
   end subroutine adc_mpi_gather_in_place

   subroutine adc_mpi_gather_in_place_d(recvbuf, recvbufd, recvcount, recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_gather_in_place(recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(recvbufd), recvtype, ranks)
      to = chosen(even(address(recvbufd), recvcount, recvtype, ranks), numbers /= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_gather_in_place_d

   subroutine adc_mpi_gather_in_place_b(recvbuf, recvbufb, recvcount, recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(recvbufb), recvtype, ranks)
      to = chosen(even(address(recvbufb), recvcount, recvtype, ranks), numbers /= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_gather_in_place_b

   subroutine adc_mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      integer :: error
      call mpi_gatherv(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcounts, &
         displs, recvtype, root, comm, error)
      call expect(error, 'MPI_Gatherv')
   end subroutine adc_mpi_gatherv

   subroutine adc_mpi_gatherv_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcounts, displs, &
         recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(same(address(sendbufd), sendcount, sendtype, ranks), numbers == root)
      to = no_blocks(address(recvbufd), recvtype, ranks)
      if (me == root) to = listed(address(recvbufd), recvcounts, displs, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_gatherv_d

   subroutine adc_mpi_gatherv_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcounts, displs, &
         recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(same(address(sendbufb), sendcount, sendtype, ranks), numbers == root)
      to = no_blocks(address(recvbufb), recvtype, ranks)
      if (me == root) to = listed(address(recvbufb), recvcounts, displs, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_gatherv_b

   subroutine adc_mpi_gatherv_in_place(recvbuf, recvcounts, displs, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, root, comm
      integer :: error
      call mpi_gatherv(in_place(), 0, recvtype, memory(address(recvbuf)), recvcounts, displs, recvtype, root, &
         comm, error)
      call expect(error, 'MPI_Gatherv')
   end subroutine adc_mpi_gatherv_in_place

   subroutine adc_mpi_gatherv_in_place_d(recvbuf, recvbufd, recvcounts, displs, recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_gatherv_in_place(recvbuf, recvcounts, displs, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(recvbufd), recvtype, ranks)
      to = chosen(listed(address(recvbufd), recvcounts, displs, recvtype, ranks), numbers /= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_gatherv_in_place_d

   subroutine adc_mpi_gatherv_in_place_b(recvbuf, recvbufb, recvcounts, displs, recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(recvbufb), recvtype, ranks)
      to = chosen(listed(address(recvbufb), recvcounts, displs, recvtype, ranks), numbers /= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_gatherv_in_place_b

   subroutine adc_mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer :: error
      call mpi_scatter(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, root, comm, error)
      call expect(error, 'MPI_Scatter')
   end subroutine adc_mpi_scatter

   subroutine adc_mpi_scatter_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, recvtype, &
         root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(sendbufd), sendtype, ranks)
      if (me == root) from = even(address(sendbufd), sendcount, sendtype, ranks)
      to = chosen(same(address(recvbufd), recvcount, recvtype, ranks), numbers == root)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scatter_d

   subroutine adc_mpi_scatter_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, recvtype, &
         root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(sendbufb), sendtype, ranks)
      if (me == root) from = even(address(sendbufb), sendcount, sendtype, ranks)
      to = chosen(same(address(recvbufb), recvcount, recvtype, ranks), numbers == root)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scatter_b

   subroutine adc_mpi_scatter_in_place(sendbuf, sendcount, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      type(*), dimension(*), target :: sendbuf
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer :: error
      call mpi_scatter(memory(address(sendbuf)), sendcount, sendtype, in_place(), 0, sendtype, root, comm, error)
      call expect(error, 'MPI_Scatter')
   end subroutine adc_mpi_scatter_in_place

   subroutine adc_mpi_scatter_in_place_d(sendbuf, sendbufd, sendcount, sendtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufd
      !DIR$ IGNORE_TKR sendbuf, sendbufd
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufd
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scatter_in_place(sendbuf, sendcount, sendtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(even(address(sendbufd), sendcount, sendtype, ranks), numbers /= me)
      to = no_blocks(address(sendbufd), sendtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scatter_in_place_d

   subroutine adc_mpi_scatter_in_place_b(sendbuf, sendbufb, sendcount, sendtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufb
      !DIR$ IGNORE_TKR sendbuf, sendbufb
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufb
      integer, intent(in) :: sendcount, sendtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(even(address(sendbufb), sendcount, sendtype, ranks), numbers /= me)
      to = no_blocks(address(sendbufb), sendtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scatter_in_place_b

   subroutine adc_mpi_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      integer :: error
      call mpi_scatterv(memory(address(sendbuf)), sendcounts, displs, sendtype, memory(address(recvbuf)), &
         recvcount, recvtype, root, comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatterv

   subroutine adc_mpi_scatterv_d(sendbuf, sendbufd, sendcounts, displs, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(sendbufd), sendtype, ranks)
      if (me == root) from = listed(address(sendbufd), sendcounts, displs, sendtype, ranks)
      to = chosen(same(address(recvbufd), recvcount, recvtype, ranks), numbers == root)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scatterv_d

   subroutine adc_mpi_scatterv_b(sendbuf, sendbufb, sendcounts, displs, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, recvcount, recvtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = no_blocks(address(sendbufb), sendtype, ranks)
      if (me == root) from = listed(address(sendbufb), sendcounts, displs, sendtype, ranks)
      to = chosen(same(address(recvbufb), recvcount, recvtype, ranks), numbers == root)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scatterv_b

   subroutine adc_mpi_scatterv_in_place(sendbuf, sendcounts, displs, sendtype, root, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf
      !DIR$ IGNORE_TKR sendbuf
      type(*), dimension(*), target :: sendbuf
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, root, comm
      integer :: error
      call mpi_scatterv(memory(address(sendbuf)), sendcounts, displs, sendtype, in_place(), 0, sendtype, root, &
         comm, error)
      call expect(error, 'MPI_Scatterv')
   end subroutine adc_mpi_scatterv_in_place

   subroutine adc_mpi_scatterv_in_place_d(sendbuf, sendbufd, sendcounts, displs, sendtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufd
      !DIR$ IGNORE_TKR sendbuf, sendbufd
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufd
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scatterv_in_place(sendbuf, sendcounts, displs, sendtype, root, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(listed(address(sendbufd), sendcounts, displs, sendtype, ranks), numbers /= me)
      to = no_blocks(address(sendbufd), sendtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scatterv_in_place_d

   subroutine adc_mpi_scatterv_in_place_b(sendbuf, sendbufb, sendcounts, displs, sendtype, root, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, sendbufb
      !DIR$ IGNORE_TKR sendbuf, sendbufb
      type(*), dimension(*), target :: sendbuf
      type(*), dimension(*), optional, target :: sendbufb
      integer, intent(in) :: sendcounts(*), displs(*), sendtype, root, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      from = chosen(listed(address(sendbufb), sendcounts, displs, sendtype, ranks), numbers /= me)
      to = no_blocks(address(sendbufb), sendtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scatterv_in_place_b

   subroutine adc_mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_allgather(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, comm, error)
      call expect(error, 'MPI_Allgather')
   end subroutine adc_mpi_allgather

   subroutine adc_mpi_allgather_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, recvtype, &
         comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      from = same(address(sendbufd), sendcount, sendtype, ranks)
      to = even(address(recvbufd), recvcount, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_allgather_d

   subroutine adc_mpi_allgather_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, recvtype, &
         comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = same(address(sendbufb), sendcount, sendtype, ranks)
      to = even(address(recvbufb), recvcount, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_allgather_b

   subroutine adc_mpi_allgather_in_place(recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, recvtype, comm
      integer :: error
      call mpi_allgather(in_place(), 0, recvtype, memory(address(recvbuf)), recvcount, recvtype, comm, error)
      call expect(error, 'MPI_Allgather')
   end subroutine adc_mpi_allgather_in_place

   subroutine adc_mpi_allgather_in_place_d(recvbuf, recvbufd, recvcount, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_allgather_in_place(recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      to = even(address(recvbufd), recvcount, recvtype, ranks)
      from = chosen(only_of(to, me), numbers /= me)
      to = chosen(to, numbers /= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_allgather_in_place_d

   subroutine adc_mpi_allgather_in_place_b(recvbuf, recvbufb, recvcount, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      to = even(address(recvbufb), recvcount, recvtype, ranks)
      from = chosen(only_of(to, me), numbers /= me)
      to = chosen(to, numbers /= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_allgather_in_place_b

   subroutine adc_mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer :: error
      call mpi_allgatherv(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcounts, &
         displs, recvtype, comm, error)
      call expect(error, 'MPI_Allgatherv')
   end subroutine adc_mpi_allgatherv

   subroutine adc_mpi_allgatherv_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcounts, displs, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
      call who(comm, ranks, me)
      from = same(address(sendbufd), sendcount, sendtype, ranks)
      to = listed(address(recvbufd), recvcounts, displs, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_allgatherv_d

   subroutine adc_mpi_allgatherv_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcounts, displs, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = same(address(sendbufb), sendcount, sendtype, ranks)
      to = listed(address(recvbufb), recvcounts, displs, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_allgatherv_b

   subroutine adc_mpi_allgatherv_in_place(recvbuf, recvcounts, displs, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, comm
      integer :: error
      call mpi_allgatherv(in_place(), 0, recvtype, memory(address(recvbuf)), recvcounts, displs, recvtype, comm, &
         error)
      call expect(error, 'MPI_Allgatherv')
   end subroutine adc_mpi_allgatherv_in_place

   subroutine adc_mpi_allgatherv_in_place_d(recvbuf, recvbufd, recvcounts, displs, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_allgatherv_in_place(recvbuf, recvcounts, displs, recvtype, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      to = listed(address(recvbufd), recvcounts, displs, recvtype, ranks)
      from = chosen(only_of(to, me), numbers /= me)
      to = chosen(to, numbers /= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_allgatherv_in_place_d

   subroutine adc_mpi_allgatherv_in_place_b(recvbuf, recvbufb, recvcounts, displs, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      to = listed(address(recvbufb), recvcounts, displs, recvtype, ranks)
      from = chosen(only_of(to, me), numbers /= me)
      to = chosen(to, numbers /= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_allgatherv_in_place_b

   subroutine adc_mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_alltoall(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), recvcount, &
         recvtype, comm, error)
      call expect(error, 'MPI_Alltoall')
   end subroutine adc_mpi_alltoall

   subroutine adc_mpi_alltoall_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, recvtype, &
         comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      from = even(address(sendbufd), sendcount, sendtype, ranks)
      to = even(address(recvbufd), recvcount, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoall_d

   subroutine adc_mpi_alltoall_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, recvtype, &
         comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = even(address(sendbufb), sendcount, sendtype, ranks)
      to = even(address(recvbufb), recvcount, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoall_b

   subroutine adc_mpi_alltoall_in_place(recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, recvtype, comm
      integer :: error
      call mpi_alltoall(in_place(), 0, recvtype, memory(address(recvbuf)), recvcount, recvtype, comm, error)
      call expect(error, 'MPI_Alltoall')
   end subroutine adc_mpi_alltoall_in_place

   subroutine adc_mpi_alltoall_in_place_d(recvbuf, recvbufd, recvcount, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoall_in_place(recvbuf, recvcount, recvtype, comm)
      call who(comm, ranks, me)
      from = even(address(recvbufd), recvcount, recvtype, ranks)
      to = from
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoall_in_place_d

   subroutine adc_mpi_alltoall_in_place_b(recvbuf, recvbufb, recvcount, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = even(address(recvbufb), recvcount, recvtype, ranks)
      to = from
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoall_in_place_b

   subroutine adc_mpi_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
         comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer :: error
      call mpi_alltoallv(memory(address(sendbuf)), sendcounts, sdispls, sendtype, memory(address(recvbuf)), &
         recvcounts, rdispls, recvtype, comm, error)
      call expect(error, 'MPI_Alltoallv')
   end subroutine adc_mpi_alltoallv

   subroutine adc_mpi_alltoallv_d(sendbuf, sendbufd, sendcounts, sdispls, sendtype, recvbuf, recvbufd, &
         recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, &
         comm)
      call who(comm, ranks, me)
      from = listed(address(sendbufd), sendcounts, sdispls, sendtype, ranks)
      to = listed(address(recvbufd), recvcounts, rdispls, recvtype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoallv_d

   subroutine adc_mpi_alltoallv_b(sendbuf, sendbufb, sendcounts, sdispls, sendtype, recvbuf, recvbufb, &
         recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = listed(address(sendbufb), sendcounts, sdispls, sendtype, ranks)
      to = listed(address(recvbufb), recvcounts, rdispls, recvtype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoallv_b

   subroutine adc_mpi_alltoallv_in_place(recvbuf, recvcounts, rdispls, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtype, comm
      integer :: error
      call mpi_alltoallv(in_place(), [0], [0], recvtype, memory(address(recvbuf)), recvcounts, rdispls, recvtype, &
         comm, error)
      call expect(error, 'MPI_Alltoallv')
   end subroutine adc_mpi_alltoallv_in_place

   subroutine adc_mpi_alltoallv_in_place_d(recvbuf, recvbufd, recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoallv_in_place(recvbuf, recvcounts, rdispls, recvtype, comm)
      call who(comm, ranks, me)
      from = listed(address(recvbufd), recvcounts, rdispls, recvtype, ranks)
      to = from
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoallv_in_place_d

   subroutine adc_mpi_alltoallv_in_place_b(recvbuf, recvbufb, recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = listed(address(recvbufb), recvcounts, rdispls, recvtype, ranks)
      to = from
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoallv_in_place_b

   subroutine adc_mpi_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
         comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), &
         comm
      integer :: error
      call mpi_alltoallw(memory(address(sendbuf)), sendcounts, sdispls, sendtypes, memory(address(recvbuf)), &
         recvcounts, rdispls, recvtypes, comm, error)
      call expect(error, 'MPI_Alltoallw')
   end subroutine adc_mpi_alltoallw

   subroutine adc_mpi_alltoallw_d(sendbuf, sendbufd, sendcounts, sdispls, sendtypes, recvbuf, recvbufd, &
         recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), &
         comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, &
         comm)
      call who(comm, ranks, me)
      from = typed(address(sendbufd), sendcounts, sdispls, sendtypes, ranks)
      to = typed(address(recvbufd), recvcounts, rdispls, recvtypes, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoallw_d

   subroutine adc_mpi_alltoallw_b(sendbuf, sendbufb, sendcounts, sdispls, sendtypes, recvbuf, recvbufb, &
         recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtypes(*), recvcounts(*), rdispls(*), recvtypes(*), &
         comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = typed(address(sendbufb), sendcounts, sdispls, sendtypes, ranks)
      to = typed(address(recvbufb), recvcounts, rdispls, recvtypes, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoallw_b

   subroutine adc_mpi_alltoallw_in_place(recvbuf, recvcounts, rdispls, recvtypes, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtypes(*), comm
      integer :: error
      call mpi_alltoallw(in_place(), [0], [0], [MPI_DATATYPE_NULL], memory(address(recvbuf)), recvcounts, rdispls, &
         recvtypes, comm, error)
      call expect(error, 'MPI_Alltoallw')
   end subroutine adc_mpi_alltoallw_in_place

   subroutine adc_mpi_alltoallw_in_place_d(recvbuf, recvbufd, recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtypes(*), comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_alltoallw_in_place(recvbuf, recvcounts, rdispls, recvtypes, comm)
      call who(comm, ranks, me)
      from = typed(address(recvbufd), recvcounts, rdispls, recvtypes, ranks)
      to = from
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_alltoallw_in_place_d

   subroutine adc_mpi_alltoallw_in_place_b(recvbuf, recvbufb, recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcounts(*), rdispls(*), recvtypes(*), comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      from = typed(address(recvbufb), recvcounts, rdispls, recvtypes, ranks)
      to = from
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_alltoallw_in_place_b

   ! ---- blocks of neighbours


   subroutine adc_mpi_neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_neighbor_allgather(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), &
         recvcount, recvtype, comm, error)
      call expect(error, 'MPI_Neighbor_allgather')
   end subroutine adc_mpi_neighbor_allgather

   subroutine adc_mpi_neighbor_allgather_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call adc_mpi_neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call neighbours(comm, are)
      from = same(address(sendbufd), sendcount, sendtype, size(are))
      to = even(address(recvbufd), recvcount, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_tangents(from, to, comm)
   end subroutine adc_mpi_neighbor_allgather_d

   subroutine adc_mpi_neighbor_allgather_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call neighbours(comm, are)
      from = same(address(sendbufb), sendcount, sendtype, size(are))
      to = even(address(recvbufb), recvcount, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_adjoints(from, to, comm)
   end subroutine adc_mpi_neighbor_allgather_b

   subroutine adc_mpi_neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer :: error
      call mpi_neighbor_allgatherv(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), &
         recvcounts, displs, recvtype, comm, error)
      call expect(error, 'MPI_Neighbor_allgatherv')
   end subroutine adc_mpi_neighbor_allgatherv

   subroutine adc_mpi_neighbor_allgatherv_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, &
         recvcounts, displs, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call adc_mpi_neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm)
      call neighbours(comm, are)
      from = same(address(sendbufd), sendcount, sendtype, size(are))
      to = listed(address(recvbufd), recvcounts, displs, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_tangents(from, to, comm)
   end subroutine adc_mpi_neighbor_allgatherv_d

   subroutine adc_mpi_neighbor_allgatherv_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, &
         recvcounts, displs, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcounts(*), displs(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call neighbours(comm, are)
      from = same(address(sendbufb), sendcount, sendtype, size(are))
      to = listed(address(recvbufb), recvcounts, displs, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_adjoints(from, to, comm)
   end subroutine adc_mpi_neighbor_allgatherv_b

   subroutine adc_mpi_neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer :: error
      call mpi_neighbor_alltoall(memory(address(sendbuf)), sendcount, sendtype, memory(address(recvbuf)), &
         recvcount, recvtype, comm, error)
      call expect(error, 'MPI_Neighbor_alltoall')
   end subroutine adc_mpi_neighbor_alltoall

   subroutine adc_mpi_neighbor_alltoall_d(sendbuf, sendbufd, sendcount, sendtype, recvbuf, recvbufd, recvcount, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call adc_mpi_neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm)
      call neighbours(comm, are)
      from = even(address(sendbufd), sendcount, sendtype, size(are))
      to = even(address(recvbufd), recvcount, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_even_tangents(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoall_d

   subroutine adc_mpi_neighbor_alltoall_b(sendbuf, sendbufb, sendcount, sendtype, recvbuf, recvbufb, recvcount, &
         recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcount, sendtype, recvcount, recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call neighbours(comm, are)
      from = even(address(sendbufb), sendcount, sendtype, size(are))
      to = even(address(recvbufb), recvcount, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_even_adjoints(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoall_b

   subroutine adc_mpi_neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer :: error
      call mpi_neighbor_alltoallv(memory(address(sendbuf)), sendcounts, sdispls, sendtype, memory(address(recvbuf)), &
         recvcounts, rdispls, recvtype, comm, error)
      call expect(error, 'MPI_Neighbor_alltoallv')
   end subroutine adc_mpi_neighbor_alltoallv

   subroutine adc_mpi_neighbor_alltoallv_d(sendbuf, sendbufd, sendcounts, sdispls, sendtype, recvbuf, recvbufd, &
         recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call adc_mpi_neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm)
      call neighbours(comm, are)
      from = listed(address(sendbufd), sendcounts, sdispls, sendtype, size(are))
      to = listed(address(recvbufd), recvcounts, rdispls, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_tangents(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoallv_d

   subroutine adc_mpi_neighbor_alltoallv_b(sendbuf, sendbufb, sendcounts, sdispls, sendtype, recvbuf, recvbufb, &
         recvcounts, rdispls, recvtype, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcounts(*), sdispls(*), sendtype, recvcounts(*), rdispls(*), recvtype, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call neighbours(comm, are)
      from = listed(address(sendbufb), sendcounts, sdispls, sendtype, size(are))
      to = listed(address(recvbufb), recvcounts, rdispls, recvtype, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_adjoints(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoallv_b

   subroutine adc_mpi_neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      integer :: error
      call mpi_neighbor_alltoallw(memory(address(sendbuf)), sendcounts, sdispls, sendtypes, memory(address(recvbuf)), &
         recvcounts, rdispls, recvtypes, comm, error)
      call expect(error, 'MPI_Neighbor_alltoallw')
   end subroutine adc_mpi_neighbor_alltoallw

   subroutine adc_mpi_neighbor_alltoallw_d(sendbuf, sendbufd, sendcounts, sdispls, sendtypes, recvbuf, recvbufd, &
         recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call adc_mpi_neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm)
      call neighbours(comm, are)
      from = typed(address(sendbufd), sendcounts, near_bytes(sdispls, size(are)), sendtypes, size(are))
      to = typed(address(recvbufd), recvcounts, near_bytes(rdispls, size(are)), recvtypes, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_tangents(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoallw_d

   subroutine adc_mpi_neighbor_alltoallw_b(sendbuf, sendbufb, sendcounts, sdispls, sendtypes, recvbuf, recvbufb, &
         recvcounts, rdispls, recvtypes, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: sendcounts(*), sendtypes(*), recvcounts(*), recvtypes(*), comm
      integer(MPI_ADDRESS_KIND), intent(in) :: sdispls(*), rdispls(*)
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      logical, allocatable :: are(:)
      call in_directions(nd)
      call neighbours(comm, are)
      from = typed(address(sendbufb), sendcounts, near_bytes(sdispls, size(are)), sendtypes, size(are))
      to = typed(address(recvbufb), recvcounts, near_bytes(rdispls, size(are)), recvtypes, size(are))
      from = chosen(from, are)
      to = chosen(to, are)
      call swap_near_adjoints(from, to, comm)
   end subroutine adc_mpi_neighbor_alltoallw_b

   subroutine adc_mpi_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer :: error
      call mpi_reduce_scatter(memory(address(sendbuf)), memory(address(recvbuf)), recvcounts, datatype, op, comm, &
         error)
      call expect(error, 'MPI_Reduce_scatter')
   end subroutine adc_mpi_reduce_scatter

   subroutine adc_mpi_reduce_scatter_d(sendbuf, sendbufd, recvbuf, recvbufd, recvcounts, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = listed(address(sendbufd), recvcounts, before(recvcounts, ranks), datatype, ranks)
      to = same(address(recvbufd), recvcounts(me + 1), datatype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_d

   subroutine adc_mpi_reduce_scatter_b(sendbuf, sendbufb, recvbuf, recvbufb, recvcounts, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = listed(address(sendbufb), recvcounts, before(recvcounts, ranks), datatype, ranks)
      to = same(address(recvbufb), recvcounts(me + 1), datatype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_b

   subroutine adc_mpi_reduce_scatter_in_place(recvbuf, recvcounts, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer :: error
      call mpi_reduce_scatter(in_place(), memory(address(recvbuf)), recvcounts, datatype, op, comm, error)
      call expect(error, 'MPI_Reduce_scatter')
   end subroutine adc_mpi_reduce_scatter_in_place

   subroutine adc_mpi_reduce_scatter_in_place_d(recvbuf, recvbufd, recvcounts, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_reduce_scatter_in_place(recvbuf, recvcounts, datatype, op, comm)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = listed(address(recvbufd), recvcounts, before(recvcounts, ranks), datatype, ranks)
      to = same(address(recvbufd), recvcounts(me + 1), datatype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_in_place_d

   subroutine adc_mpi_reduce_scatter_in_place_b(recvbuf, recvbufb, recvcounts, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcounts(*), datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = listed(address(recvbufb), recvcounts, before(recvcounts, ranks), datatype, ranks)
      to = same(address(recvbufb), recvcounts(me + 1), datatype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_in_place_b

   subroutine adc_mpi_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: recvcount, datatype, op, comm
      integer :: error
      call mpi_reduce_scatter_block(memory(address(sendbuf)), memory(address(recvbuf)), recvcount, datatype, op, &
         comm, error)
      call expect(error, 'MPI_Reduce_scatter_block')
   end subroutine adc_mpi_reduce_scatter_block

   subroutine adc_mpi_reduce_scatter_block_d(sendbuf, sendbufd, recvbuf, recvbufd, recvcount, datatype, op, comm, &
         nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = even(address(sendbufd), recvcount, datatype, ranks)
      to = same(address(recvbufd), recvcount, datatype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_block_d

   subroutine adc_mpi_reduce_scatter_block_b(sendbuf, sendbufb, recvbuf, recvbufb, recvcount, datatype, op, comm, &
         nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = even(address(sendbufb), recvcount, datatype, ranks)
      to = same(address(recvbufb), recvcount, datatype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_block_b

   subroutine adc_mpi_reduce_scatter_block_in_place(recvbuf, recvcount, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: recvcount, datatype, op, comm
      integer :: error
      call mpi_reduce_scatter_block(in_place(), memory(address(recvbuf)), recvcount, datatype, op, comm, error)
      call expect(error, 'MPI_Reduce_scatter_block')
   end subroutine adc_mpi_reduce_scatter_block_in_place

   subroutine adc_mpi_reduce_scatter_block_in_place_d(recvbuf, recvbufd, recvcount, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call adc_mpi_reduce_scatter_block_in_place(recvbuf, recvcount, datatype, op, comm)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = even(address(recvbufd), recvcount, datatype, ranks)
      to = same(address(recvbufd), recvcount, datatype, ranks)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_block_in_place_d

   subroutine adc_mpi_reduce_scatter_block_in_place_b(recvbuf, recvbufb, recvcount, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: recvcount, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      call in_directions(nd)
      call who(comm, ranks, me)
      call expect_sum(op)
      from = even(address(recvbufb), recvcount, datatype, ranks)
      to = same(address(recvbufb), recvcount, datatype, ranks)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_reduce_scatter_block_in_place_b

   subroutine adc_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_scan(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Scan')
   end subroutine adc_mpi_scan

   subroutine adc_mpi_scan_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(sendbufd), count, datatype, ranks), numbers >= me)
      to = chosen(same(address(recvbufd), count, datatype, ranks), numbers <= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scan_d

   subroutine adc_mpi_scan_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(sendbufb), count, datatype, ranks), numbers >= me)
      to = chosen(same(address(recvbufb), count, datatype, ranks), numbers <= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scan_b

   subroutine adc_mpi_scan_in_place(recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_scan(in_place(), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Scan')
   end subroutine adc_mpi_scan_in_place

   subroutine adc_mpi_scan_in_place_d(recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_scan_in_place(recvbuf, count, datatype, op, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(recvbufd), count, datatype, ranks), numbers >= me)
      to = chosen(same(address(recvbufd), count, datatype, ranks), numbers <= me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_scan_in_place_d

   subroutine adc_mpi_scan_in_place_b(recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(recvbufb), count, datatype, ranks), numbers >= me)
      to = chosen(same(address(recvbufb), count, datatype, ranks), numbers <= me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_scan_in_place_b

   subroutine adc_mpi_exscan(sendbuf, recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf
      !DIR$ IGNORE_TKR sendbuf, recvbuf
      type(*), dimension(*), target :: sendbuf, recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_exscan(memory(address(sendbuf)), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Exscan')
   end subroutine adc_mpi_exscan

   subroutine adc_mpi_exscan_d(sendbuf, sendbufd, recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufd, recvbufd
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufd, recvbufd
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufd, recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_exscan(sendbuf, recvbuf, count, datatype, op, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(sendbufd), count, datatype, ranks), numbers > me)
      to = chosen(same(address(recvbufd), count, datatype, ranks), numbers < me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_exscan_d

   subroutine adc_mpi_exscan_b(sendbuf, sendbufb, recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: sendbuf, recvbuf, sendbufb, recvbufb
      !DIR$ IGNORE_TKR sendbuf, recvbuf, sendbufb, recvbufb
      type(*), dimension(*), target :: sendbuf, recvbuf
      type(*), dimension(*), optional, target :: sendbufb, recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(sendbufb), count, datatype, ranks), numbers > me)
      to = chosen(same(address(recvbufb), count, datatype, ranks), numbers < me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_exscan_b

   subroutine adc_mpi_exscan_in_place(recvbuf, count, datatype, op, comm)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf
      !DIR$ IGNORE_TKR recvbuf
      type(*), dimension(*), target :: recvbuf
      integer, intent(in) :: count, datatype, op, comm
      integer :: error
      call mpi_exscan(in_place(), memory(address(recvbuf)), count, datatype, op, comm, error)
      call expect(error, 'MPI_Exscan')
   end subroutine adc_mpi_exscan_in_place

   subroutine adc_mpi_exscan_in_place_d(recvbuf, recvbufd, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufd
      !DIR$ IGNORE_TKR recvbuf, recvbufd
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufd
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call adc_mpi_exscan_in_place(recvbuf, count, datatype, op, comm)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(recvbufd), count, datatype, ranks), numbers > me)
      to = chosen(same(address(recvbufd), count, datatype, ranks), numbers < me)
      call swap_tangents(from, to, comm)
   end subroutine adc_mpi_exscan_in_place_d

   subroutine adc_mpi_exscan_in_place_b(recvbuf, recvbufb, count, datatype, op, comm, nd)
      !GCC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DEC$ ATTRIBUTES NO_ARG_CHECK :: recvbuf, recvbufb
      !DIR$ IGNORE_TKR recvbuf, recvbufb
      type(*), dimension(*), target :: recvbuf
      type(*), dimension(*), optional, target :: recvbufb
      integer, intent(in) :: count, datatype, op, comm
      integer, intent(in), optional :: nd
      type(blocks) :: from, to
      integer :: ranks, me
      integer, allocatable :: numbers(:)
      call in_directions(nd)
      call who(comm, ranks, me)
      numbers = numbers_of(ranks)
      call expect_sum(op)
      from = chosen(same(address(recvbufb), count, datatype, ranks), numbers > me)
      to = chosen(same(address(recvbufb), count, datatype, ranks), numbers < me)
      call swap_adjoints(from, to, comm)
   end subroutine adc_mpi_exscan_in_place_b

   ! The sums of the counts before each.
   function before(counts, ranks) result(places)
      integer, intent(in) :: counts(*), ranks
      integer :: places(ranks), i
      places = [(sum(counts(1:i - 1)), i=1, ranks)]
   end function before
end module adc_mpi
