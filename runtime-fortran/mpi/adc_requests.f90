! Non-blocking receives in derivatives.
!
! A receive is noted when it begins. A call that completes requests makes a group of the receives that it has completed:
! in the order in which they began, with what has come. The variables that contain their buffers are told after it, by
! adc_mpi_received. The groups are a stack: the reverse sweep takes the last one.
!
! Messages with the same source, tag and communicator have to be completed in the order in which their receives began:
! the derivatives of messages come in that order.
module adc_requests
   use iso_c_binding, only: c_intptr_t, c_ptr
   use mpi
   use adc_messages, only: address, memory, reals, take, put, clear, post, fetch, expect, refuse
   implicit none
   private
   public :: begin_receive, remember, complete, claim, tangents_of_group, put_tangents, take_adjoints, send_adjoints
   public :: receives_left, expect_in_order

   type :: receive
      integer :: request = 0, number = 0, datatype = 0, comm = 0
      ! Of the message: after completion that of the status.
      integer :: source = 0, tag = 0, elements = 0
      integer(c_intptr_t) :: at = 0
      ! Where the buffer begins in its variable, in bytes, once the variable is known.
      integer(c_intptr_t) :: offset = 0
      logical :: is_claimed = .false.
      real(8), allocatable :: values(:)
   end type receive

   type :: group
      type(receive), allocatable :: of(:)
      ! Those of tangents are needed until the next one.
      logical :: is_tangent = .false.
      type(group), pointer :: before => null()
   end type group

   ! In the order in which they began.
   type(receive), allocatable, save :: open(:)
   ! The requests of a call that completes some, before it.
   integer, allocatable, save :: waited(:)
   type(group), pointer, save :: last => null()

contains

   pure function as_number(at) result(n)
      type(c_ptr), intent(in) :: at
      integer(c_intptr_t) :: n
      n = transfer(at, n)
   end function as_number

   ! Notes a receive that has begun.
   subroutine begin_receive(at, datatype, source, tag, comm, request, number)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, source, tag, comm, request, number
      type(receive) :: new
      new%request = request
      new%number = number
      new%datatype = datatype
      new%comm = comm
      new%source = source
      new%tag = tag
      new%at = as_number(at)
      if (.not. allocated(open)) allocate (open(0))
      open = [open, new]
   end subroutine begin_receive

   ! Keeps the requests of a call that will complete some of them, and begins its group.
   subroutine remember(requests, is_tangent)
      integer, intent(in) :: requests(:)
      logical, intent(in) :: is_tangent
      type(group), pointer :: new
      if (is_tangent .and. associated(last)) then
         if (last%is_tangent) then
            call check_claims()
            call drop()
         end if
      end if
      waited = requests
      if (.not. allocated(open)) allocate (open(0))
      allocate (new)
      allocate (new%of(0))
      new%is_tangent = is_tangent
      new%before => last
      last => new
   end subroutine remember

   ! Moves receives that have been completed to the group: `done` gives the requests by their places.
   subroutine complete(done, statuses)
      logical, intent(in) :: done(:)
      integer, intent(in) :: statuses(:, :)
      logical :: moves(size(open))
      integer :: i, k, n, error
      moves = .false.
      do i = 1, size(done)
         if (.not. done(i) .or. waited(i) == MPI_REQUEST_NULL) cycle
         do k = 1, size(open)
            if (open(k)%request /= waited(i) .or. moves(k)) cycle
            moves(k) = .true.
            open(k)%source = statuses(MPI_SOURCE, i)
            open(k)%tag = statuses(MPI_TAG, i)
            if (open(k)%source /= MPI_PROC_NULL) then
               call mpi_get_count(statuses(:, i), open(k)%datatype, n, error)
               call expect(error, 'MPI_Get_count')
               if (n == MPI_UNDEFINED) call refuse('a message ends within an element of its datatype')
               open(k)%elements = n
            end if
            exit
         end do
      end do
      do k = 1, size(open)
         if (.not. moves(k)) cycle
         do i = 1, k - 1
            if (.not. moves(i) .and. may_match(open(i), open(k))) then
               call refuse('receives from one source with one tag are not completed in the order in which they began')
            end if
         end do
      end do
      last%of = pack(open, moves)
      open = pack(open, .not. moves)
   end subroutine complete

   ! True if an open receive may take a message of the kind that another one has taken.
   pure function may_match(a, b) result(may)
      type(receive), intent(in) :: a, b
      logical :: may
      may = a%comm == b%comm .and. any(a%source == [b%source, MPI_ANY_SOURCE]) &
         .and. any(a%tag == [b%tag, MPI_ANY_TAG]) .and. b%source /= MPI_PROC_NULL
   end function may_match

   ! Tells the variable of the buffers with a number.
   subroutine claim(at, number)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: number
      integer :: k
      if (.not. associated(last)) return
      do k = 1, size(last%of)
         associate (r => last%of(k))
            if (r%number /= number .or. r%is_claimed) cycle
            r%offset = r%at - as_number(at)
            r%is_claimed = .true.
         end associate
      end do
   end subroutine claim

   ! Receives the tangents of what has come.
   subroutine tangents_of_group()
      integer :: k
      do k = 1, size(last%of)
         associate (r => last%of(k))
            if (r%source == MPI_PROC_NULL) cycle
            allocate (r%values(reals(r%elements, r%datatype)))
            call fetch(r%values, r%source, r%tag, r%comm)
         end associate
      end do
   end subroutine tangents_of_group

   ! The address of a buffer in a shadow.
   function inside(at, r) result(there)
      type(c_ptr), intent(in) :: at
      type(receive), intent(in) :: r
      type(c_ptr) :: there
      there = at
      if (as_number(at) /= 0) there = transfer(as_number(at) + r%offset, at)
   end function inside

   ! Puts tangents that have come into the shadow of the variable of a receive.
   subroutine put_tangents(shadow, number)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: number
      integer :: k
      do k = 1, size(last%of)
         associate (r => last%of(k))
            if (r%number == number .and. allocated(r%values)) then
               call put(inside(shadow, r), r%elements, r%datatype, r%values)
            end if
         end associate
      end do
   end subroutine put_tangents

   ! Takes the adjoints of what came from the shadow of the variable of a receive, and sets them to zero.
   subroutine take_adjoints(shadow, number)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: number
      integer :: k
      if (.not. associated(last)) call refuse('the reverse sweep completes more requests than the forward sweep')
      do k = size(last%of), 1, -1
         associate (r => last%of(k))
            if (r%number /= number .or. r%source == MPI_PROC_NULL) cycle
            call take(inside(shadow, r), r%elements, r%datatype, r%values)
            call clear(inside(shadow, r), r%elements, r%datatype)
         end associate
      end do
   end subroutine take_adjoints

   ! Sends the adjoints of the last group, and removes it.
   subroutine send_adjoints()
      integer :: k
      if (.not. associated(last)) call refuse('the reverse sweep completes more requests than the forward sweep')
      call check_claims()
      do k = size(last%of), 1, -1
         associate (r => last%of(k))
            if (r%source == MPI_PROC_NULL) cycle
            if (.not. allocated(r%values)) allocate (r%values(reals(r%elements, r%datatype)), source=0d0)
            call post(r%values, r%source, r%tag, r%comm)
         end associate
      end do
      call drop()
   end subroutine send_adjoints

   ! Removes the last group.
   subroutine drop()
      type(group), pointer :: done
      done => last
      last => done%before
      deallocate (done)
   end subroutine drop

   ! Stops if the variable of a buffer in the last group is unknown.
   subroutine check_claims()
      if (any(.not. last%of%is_claimed)) then
         call refuse('a request is completed in another procedure than the one that began its receive')
      end if
   end subroutine check_claims

   ! Stops if a receive that has begun may have taken a message that another call has received since.
   subroutine expect_in_order(comm, source, tag)
      integer, intent(in) :: comm, source, tag
      type(receive) :: taken
      integer :: k
      if (.not. allocated(open)) return
      taken%comm = comm
      taken%source = source
      taken%tag = tag
      do k = 1, size(open)
         if (may_match(open(k), taken)) then
            call refuse('a message is received while a receive from the same source with the same tag is open')
         end if
      end do
   end subroutine expect_in_order

   ! The number of receives that have begun and are not completed.
   function receives_left() result(n)
      integer :: n
      n = 0
      if (allocated(open)) n = size(open)
   end function receives_left
end module adc_requests
