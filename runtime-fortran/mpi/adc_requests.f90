! Non-blocking messages in derivatives.
!
! A message is noted when it begins. A call that completes requests makes a group of the receives that it has completed:
! in the order in which they began, with what has come. The variables that contain their buffers are told after it,
! by adc_mpi_received. The groups are a stack: the reverse sweep takes the last one. Groups that no reverse sweep will
! take, those of tangents and of iterations that are not recorded, are removed by the next call.
!
! Messages with the same source, tag and communicator have to be completed in the order in which their receives began:
! the derivatives of messages come in that order.
!
! Where iterations run again, in loops with checkpoints, a request belongs to one iteration.
module adc_requests
   use iso_c_binding, only: c_intptr_t, c_ptr
   use iso_fortran_env, only: int64
   use mpi
   use adc_messages, only: reals, take, put, clear, width, expect, refuse
   use adc_exchanges, only: post, fetch
   use adc_tapeschedules, only: place_in_schedules, is_recorded, runs_again
   implicit none
   private
   public :: begin_send, begin_receive, remember, complete, claim, tangents_of_group, put_tangents, take_adjoints
   public :: send_adjoints, forget, messages_left, expect_in_order, expect_one_order, expect_completed

   type :: message
      integer :: request = 0, number = 0, datatype = 0, comm = 0
      logical :: is_sent = .false.
      ! Of a receive: after completion that of the status.
      integer :: source = 0, tag = 0, elements = 0
      integer(c_intptr_t) :: at = 0
      ! Where the buffer begins in its variable, in bytes, once the variable is known.
      integer(c_intptr_t) :: offset = 0
      logical :: is_claimed = .false.
      ! The number of directions of its tangent.
      integer :: directions = 1
      ! The iteration in which it began.
      integer(int64) :: place = 0
      real(8), allocatable :: values(:)
   contains
      procedure :: is_real
   end type message

   type :: group
      type(message), allocatable :: of(:)
      ! No reverse sweep takes it.
      logical :: passes = .false.
      type(group), pointer :: before => null()
   end type group

   ! In the order in which they began.
   type(message), allocatable, save :: open(:)
   ! The requests of a call that completes some, before it.
   integer, allocatable, save :: waited(:)
   type(group), pointer, save :: last => null()

contains

   pure function as_number(at) result(n)
      type(c_ptr), intent(in) :: at
      integer(c_intptr_t) :: n
      n = transfer(at, n)
   end function as_number

   ! Notes a message that has begun.
   subroutine begin(new)
      type(message), intent(inout) :: new
      integer :: k
      if (.not. allocated(open)) allocate (open(0))
      new%place = place_in_schedules()
      ! requests that are complete when they begin, of small sends and of no message, share their handles
      if (new%is_real()) then
         do k = 1, size(open)
            if (open(k)%request /= new%request .or. .not. open(k)%is_real()) cycle
            call refuse('a receive was completed by a call that derivatives do not follow')
         end do
      end if
      open = [open, new]
   end subroutine begin

   ! True for a receive from a rank.
   pure logical function is_real(m)
      class(message), intent(in) :: m
      is_real = .not. m%is_sent .and. m%source /= MPI_PROC_NULL
   end function is_real

   ! The open message with a request, one that began in this iteration if there is one; zero if there is none.
   ! `without`: not those.
   function found(request, without) result(k)
      integer, intent(in) :: request
      logical, intent(in) :: without(:)
      integer :: k, i
      integer(int64) :: place
      place = place_in_schedules()
      k = 0
      do i = 1, size(open)
         if (open(i)%request /= request .or. without(i)) cycle
         if (k > 0) then
            if (open(k)%place == place) exit
         end if
         k = i
      end do
   end function found

   ! Notes a send that has begun.
   subroutine begin_send(request)
      integer, intent(in) :: request
      type(message) :: new
      new%request = request
      new%is_sent = .true.
      call begin(new)
   end subroutine begin_send

   ! Notes a receive that has begun.
   subroutine begin_receive(at, datatype, source, tag, comm, request, number)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: datatype, source, tag, comm, request, number
      type(message) :: new
      new%request = request
      new%number = number
      new%datatype = datatype
      new%comm = comm
      new%source = source
      new%tag = tag
      new%at = as_number(at)
      new%directions = width
      call begin(new)
   end subroutine begin_receive

   ! Keeps the requests of a call that will complete some of them, and begins its group.
   subroutine remember(requests, is_tangent)
      integer, intent(in) :: requests(:)
      logical, intent(in) :: is_tangent
      type(group), pointer :: new
      call drop_passing()
      waited = requests
      if (.not. allocated(open)) allocate (open(0))
      allocate (new)
      allocate (new%of(0))
      new%passes = .not. is_recorded()
      if (is_tangent) new%passes = .true.
      new%before => last
      last => new
   end subroutine remember

   ! Removes a group at the top that no reverse sweep takes.
   subroutine drop_passing()
      if (.not. associated(last)) return
      if (.not. last%passes) return
      call check_claims()
      call drop()
   end subroutine drop_passing

   ! Moves receives that have been completed to the group: `done` gives the requests by their places.
   subroutine complete(done, statuses)
      logical, intent(in) :: done(:)
      integer, intent(in) :: statuses(:, :)
      logical, dimension(size(open)) :: ends, moves
      integer :: i, k, n, error
      integer(int64) :: place
      logical :: again
      place = place_in_schedules()
      again = runs_again()
      ends = .false.
      do i = 1, size(done)
         if (.not. done(i) .or. waited(i) == MPI_REQUEST_NULL) cycle
         k = found(waited(i), ends)
         if (k == 0) then
            if (again) call refuse('a loop with checkpoints completes a request of a message without reals, or &
               &of another iteration')
            cycle
         end if
         if (open(k)%place /= place) call refuse('a request begins in one iteration of a loop with checkpoints, and is &
            &completed in another, or after the loop')
         ends(k) = .true.
         if (open(k)%is_sent) cycle
         open(k)%source = statuses(MPI_SOURCE, i)
         open(k)%tag = statuses(MPI_TAG, i)
         if (open(k)%source /= MPI_PROC_NULL) then
            call mpi_get_count(statuses(:, i), open(k)%datatype, n, error)
            call expect(error, 'MPI_Get_count')
            if (n == MPI_UNDEFINED) call refuse('a message ends within an element of its datatype')
            open(k)%elements = n
         end if
      end do
      moves = ends .and. .not. open%is_sent
      do k = 1, size(open)
         if (.not. moves(k)) cycle
         do i = 1, k - 1
            if (.not. ends(i) .and. may_match(open(i), open(k))) then
               call refuse('receives from one source with one tag are not completed in the order in which they began')
            end if
         end do
      end do
      last%of = pack(open, moves)
      open = pack(open, .not. ends)
   end subroutine complete

   ! True if an open receive may take a message of the kind that another one has taken.
   pure function may_match(a, b) result(may)
      type(message), intent(in) :: a, b
      logical :: may
      may = .not. a%is_sent .and. a%comm == b%comm .and. any(a%source == [b%source, MPI_ANY_SOURCE]) &
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
            width = r%directions
            allocate (r%values(reals(r%elements, r%datatype)))
            call fetch(r%values, r%source, r%tag, r%comm)
         end associate
      end do
   end subroutine tangents_of_group

   ! The address of a buffer in a shadow.
   function inside(at, r) result(there)
      type(c_ptr), intent(in) :: at
      type(message), intent(in) :: r
      type(c_ptr) :: there
      there = at
      if (as_number(at) /= 0) there = transfer(as_number(at) + r%offset*width, at)
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
      call drop_passing()
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
      call drop_passing()
      if (.not. associated(last)) call refuse('the reverse sweep completes more requests than the forward sweep')
      call check_claims()
      do k = size(last%of), 1, -1
         associate (r => last%of(k))
            if (r%source == MPI_PROC_NULL) cycle
            ! nothing stands for zeros
            if (.not. allocated(r%values)) allocate (r%values(0))
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

   ! A request is freed without being completed: that of a send.
   subroutine forget(request)
      integer, intent(in) :: request
      integer :: k
      if (.not. allocated(open)) return
      k = found(request, spread(.false., 1, size(open)))
      if (k == 0) return
      if (.not. open(k)%is_sent) call refuse('MPI_Request_free ends a receive of reals')
      open = [open(:k - 1), open(k + 1:)]
   end subroutine forget

   ! Stops if a receive that has begun may have taken a message that another call has received since.
   subroutine expect_in_order(comm, source, tag)
      integer, intent(in) :: comm, source, tag
      type(message) :: taken
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

   ! Stops where iterations run again: the next run may take messages in another order.
   subroutine expect_one_order(what)
      character(*), intent(in) :: what
      if (runs_again()) then
         call refuse(what//' may have another result when a loop with checkpoints runs an iteration again')
      end if
   end subroutine expect_one_order

   ! Stops if an iteration ends before a receive that has begun in it. It is called where its reverse part begins one.
   subroutine expect_completed()
      if (.not. allocated(open)) return
      if (.not. runs_again()) return
      if (any(.not. open%is_sent)) then
         call refuse('a receive begins in one iteration of a loop with checkpoints, and is not completed in it')
      end if
   end subroutine expect_completed

   ! The number of messages that have begun and are not completed.
   function messages_left() result(n)
      integer :: n
      n = 0
      if (allocated(open)) n = size(open)
   end function messages_left
end module adc_requests
