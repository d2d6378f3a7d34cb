! Non-blocking messages in derivatives.
!
! A message is noted when it begins. A call that completes requests makes a group of the receives that it has completed:
! in the order in which they began, with what has come. A call that starts persistent requests makes a group of their
! sends. The variables that contain their buffers are told later, by adc_mpi_received and adc_mpi_started_send: these
! claim the messages with their number. The groups are a stack: the reverse sweep takes the last one. Groups that no
! reverse sweep will take, those of tangents and of iterations that are not recorded, are removed by the next call.
!
! Adjoints are sent when the reverse sweep meets the claim: from there, it need not come to the call that completed the
! receive before the other rank goes on.
!
! Messages with the same source, tag and communicator have to be completed in the order in which their receives began:
! the derivatives of messages come in that order.
!
! Where iterations run again, in loops with checkpoints, a request belongs to one iteration.
module adc_requests
   use iso_c_binding, only: c_intptr_t, c_ptr
   use iso_fortran_env, only: int64
   use mpi
   use adc_messages, only: reals, take, put, add, clear, width, expect, refuse
   use adc_exchanges, only: post, fetch
   use adc_tapeschedules, only: place_in_schedules, is_recorded, runs_again
   implicit none
   private
   public :: begin_send, begin_receive, remember, complete, claim, put_tangents, take_adjoints, send_tangents
   public :: send_adjoints, add_adjoints, forget, messages_left, expect_in_order, expect_one_order, expect_completed
   public :: keep_request, start_kept, is_persistent, expect_told, note_other, keep_statuses, message_of

   type :: message
      integer :: request = 0, number = 0, datatype = 0, comm = 0
      logical :: is_sent = .false.
      ! Of a receive: after completion that of the status. Of a persistent send: the other rank.
      integer :: source = 0, tag = 0, elements = 0
      integer(c_intptr_t) :: at = 0
      ! Where the buffer begins in its variable, in bytes, once the variable is known, and which claim has told it.
      integer(c_intptr_t) :: offset = 0
      integer(int64) :: claim = 0
      ! Which one of all messages it is, and if its adjoint has been sent.
      integer(int64) :: order = 0
      logical :: is_posted = .false.
      ! The iteration in which it began.
      integer(int64) :: place = 0
      real(8), allocatable :: values(:)
   contains
      procedure :: is_real
   end type message

   type :: reference
      type(message), pointer :: to => null()
   end type reference

   ! A claim: the variable of the buffers with a number is known.
   type :: told
      integer :: number = 0
      integer(int64) :: claim = 0
      integer :: messages = 0
   end type told

   type :: group
      type(message), allocatable :: of(:)
      ! Those that came while this was the last group.
      type(told), allocatable :: claims(:)
      ! No reverse sweep takes it.
      logical :: passes = .false.
      ! The tangents of its receives have come.
      logical :: is_fetched = .false.
      ! The group before it, and the last one before it with messages.
      type(group), pointer :: before => null(), filled => null()
   end type group

   ! In the order in which they began.
   type(message), allocatable, save :: open(:)
   ! The requests of a call that completes some, before it.
   integer, allocatable, save :: waited(:)
   type(group), pointer, save :: last => null()
   ! Persistent requests.
   type(message), allocatable, save :: persistent(:)
   ! The numbers of claims and of messages, and that of messages in groups without a claim.
   integer(int64), save :: claims = 0, messages = 0
   integer, save :: unclaimed = 0
   ! Source, tag and bytes of the messages that the last call has completed.
   integer, allocatable, save :: ended(:, :)

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
      messages = messages + 1
      new%order = messages
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
      allocate (new%of(0), new%claims(0))
      new%filled => top()
      new%passes = .not. is_recorded()
      if (is_tangent) new%passes = .true.
      new%before => last
      last => new
   end subroutine remember

   ! Removes groups at the top that no reverse sweep takes, once the variables of their buffers are known.
   subroutine drop_passing()
      do while (associated(last))
         if (.not. last%passes .or. any(last%of%claim == 0)) exit
         call drop()
      end do
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
            if (again .and. kept(waited(i)) == 0) call refuse('a loop with checkpoints completes a &
               &request of another iteration')
            cycle
         end if
         if (open(k)%place /= place) call refuse('a request begins in one iteration of a loop with checkpoints, and is &
            &completed in another, or after the loop')
         ends(k) = .true.
         ! a request that others share may be that of a send: its status tells nothing
         if (open(k)%is_sent .or. open(k)%source == MPI_PROC_NULL) cycle
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
      unclaimed = unclaimed + size(last%of)
      open = pack(open, .not. ends)
   end subroutine complete

   ! True if an open receive may take a message of the kind that another one has taken.
   pure function may_match(a, b) result(may)
      type(message), intent(in) :: a, b
      logical :: may
      may = .not. a%is_sent .and. a%comm == b%comm .and. any(a%source == [b%source, MPI_ANY_SOURCE]) &
         .and. any(a%tag == [b%tag, MPI_ANY_TAG]) .and. b%source /= MPI_PROC_NULL
   end function may_match

   ! The last group with messages.
   function top() result(g)
      type(group), pointer :: g
      g => last
      if (.not. associated(g)) return
      if (size(g%of) == 0) g => g%filled
   end function top

   ! Tells the variable of the buffers with a number. `goes_back`: a reverse sweep will ask for them.
   subroutine claim(at, number, goes_back)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: number
      logical, intent(in) :: goes_back
      type(group), pointer :: g
      type(message), pointer :: r
      integer :: k, n
      n = 0
      claims = claims + 1
      g => top()
      do while (associated(g) .and. unclaimed > 0)
         do k = 1, size(g%of)
            r => g%of(k)
            if (r%number /= number .or. r%claim > 0) cycle
            r%offset = r%at - as_number(at)
            r%claim = claims
            n = n + 1
            unclaimed = unclaimed - 1
         end do
         g => g%filled
      end do
      if (n > 0) call expect_told_in_order(claims)
      if (.not. goes_back .or. .not. is_recorded() .or. .not. associated(last)) return
      last%claims = [last%claims, told(number, claims, n)]
   end subroutine claim

   ! Stops if a send has been told before another one to the same rank with the same tag that began before it: their
   ! derivatives would be swapped.
   subroutine expect_told_in_order(number)
      integer(int64), intent(in) :: number
      type(group), pointer :: g
      type(message), pointer :: r
      type(message) :: later
      integer :: k
      logical :: is_known
      is_known = .false.
      if (unclaimed == 0) return
      g => top()
      do while (associated(g))
         do k = size(g%of), 1, -1
            r => g%of(k)
            if (.not. r%is_sent) cycle
            if (r%claim == number) then
               later = r
               is_known = .true.
            else if (r%claim == 0 .and. is_known) then
               if (is_alike(r, later)) call refuse('two persistent sends to one rank with one tag start, and the first &
                  &of them is known last: start them one after the other')
            end if
         end do
         g => g%filled
      end do
   end subroutine expect_told_in_order

   ! True for messages that derivatives tell apart by their order only.
   pure function is_alike(a, b) result(is)
      type(message), intent(in) :: a, b
      logical :: is
      is = a%comm == b%comm .and. a%source == b%source .and. a%tag == b%tag
   end function is_alike

   ! The messages of a claim, in the order in which they were completed or started.
   subroutine find_claimed(number, n, all)
      integer(int64), intent(in) :: number
      integer, intent(in) :: n
      type(reference), allocatable, intent(out) :: all(:)
      type(group), pointer :: g
      integer :: k, i
      allocate (all(n))
      i = n
      g => top()
      do while (associated(g) .and. i > 0)
         do k = size(g%of), 1, -1
            if (g%of(k)%claim /= number) cycle
            all(i)%to => g%of(k)
            i = i - 1
            if (i == 0) exit
         end do
         g => g%filled
      end do
   end subroutine find_claimed

   ! Receives the tangents of all that has come.
   recursive subroutine fetch_tangents(g)
      type(group), pointer, intent(in) :: g
      type(message), pointer :: r
      integer :: k
      if (.not. associated(g)) return
      if (g%is_fetched .or. .not. g%passes) return
      call fetch_tangents(g%filled)
      do k = 1, size(g%of)
         r => g%of(k)
         if (r%is_sent .or. r%source == MPI_PROC_NULL) cycle
         allocate (r%values(reals(r%elements, r%datatype)))
         call fetch(r%values, r%source, r%tag, r%comm)
      end do
      g%is_fetched = .true.
   end subroutine fetch_tangents

   ! The address of a buffer in a shadow.
   function inside(at, r) result(there)
      type(c_ptr), intent(in) :: at
      type(message), intent(in) :: r
      type(c_ptr) :: there
      there = at
      if (as_number(at) /= 0) there = transfer(as_number(at) + r%offset*width, at)
   end function inside

   ! Puts the tangents that have come for the last claim into its shadow.
   subroutine put_tangents(shadow)
      type(c_ptr), intent(in) :: shadow
      type(group), pointer :: g
      type(message), pointer :: r
      integer :: k
      g => top()
      call fetch_tangents(g)
      do while (associated(g))
         if (.not. g%passes) exit
         do k = 1, size(g%of)
            r => g%of(k)
            if (r%claim /= claims .or. .not. allocated(r%values)) cycle
            call put(inside(shadow, r), r%elements, r%datatype, r%values)
         end do
         g => g%filled
      end do
   end subroutine put_tangents

   ! Sends the tangents of the messages of the last claim.
   subroutine send_tangents(shadow)
      type(c_ptr), intent(in) :: shadow
      type(reference), allocatable :: all(:)
      real(8), allocatable :: values(:)
      type(group), pointer :: g
      integer :: k, n
      n = 0
      g => top()
      do while (associated(g))
         n = n + count(g%of%claim == claims)
         if (.not. g%passes) exit
         g => g%filled
      end do
      call find_claimed(claims, n, all)
      do k = 1, n
         associate (r => all(k)%to)
            call take(inside(shadow, r), r%elements, r%datatype, values)
            call post(values, r%source, r%tag, r%comm)
         end associate
      end do
   end subroutine send_tangents

   ! The messages of the last claim for a number, which is removed.
   subroutine last_claimed(number, all)
      integer, intent(in) :: number
      type(reference), allocatable, intent(out) :: all(:)
      type(told) :: of
      integer :: k
      call drop_passing()
      if (.not. associated(last)) call refuse('the reverse sweep completes more requests than the forward sweep')
      do k = size(last%claims), 1, -1
         of = last%claims(k)
         if (of%number /= number) cycle
         last%claims = last%claims(:k - 1)
         call find_claimed(of%claim, of%messages, all)
         return
      end do
      allocate (all(0))
   end subroutine last_claimed

   ! Takes the adjoints of what came from the shadow of the variable of a receive, and sets them to zero. They are sent
   ! unless those of later messages of the same kind have to be sent first.
   subroutine take_adjoints(shadow, number)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: number
      type(reference), allocatable :: all(:)
      integer :: k
      call last_claimed(number, all)
      do k = size(all), 1, -1
         associate (r => all(k)%to)
            if (r%source == MPI_PROC_NULL) cycle
            call take(inside(shadow, r), r%elements, r%datatype, r%values)
            call clear(inside(shadow, r), r%elements, r%datatype)
            if (is_next(r)) call send_adjoint_of(r)
         end associate
      end do
   end subroutine take_adjoints

   ! True if the adjoints of all later messages of the same kind have been sent.
   function is_next(m) result(is)
      type(message), intent(in) :: m
      logical :: is
      type(group), pointer :: g
      integer :: k
      is = .true.
      g => top()
      do while (associated(g) .and. is)
         do k = size(g%of), 1, -1
            if (g%of(k)%is_sent) cycle
            if (g%of(k)%order == m%order) return
            if (.not. g%of(k)%is_posted .and. is_alike(g%of(k), m)) is = .false.
         end do
         g => g%filled
      end do
   end function is_next

   subroutine send_adjoint_of(r)
      type(message), intent(inout) :: r
      ! nothing stands for zeros
      if (.not. allocated(r%values)) allocate (r%values(0))
      call post(r%values, r%source, r%tag, r%comm)
      r%is_posted = .true.
   end subroutine send_adjoint_of

   ! Sends the adjoints of the last group that are left, and removes it.
   subroutine send_adjoints()
      integer :: k
      call drop_passing()
      if (.not. associated(last)) call refuse('the reverse sweep completes more requests than the forward sweep')
      call check_claims()
      do k = size(last%of), 1, -1
         associate (r => last%of(k))
            if (.not. r%is_sent .and. .not. r%is_posted .and. r%source /= MPI_PROC_NULL) call send_adjoint_of(r)
         end associate
      end do
      call drop()
   end subroutine send_adjoints

   ! Receives the adjoints of sends that were started, and adds them to the shadow of their variable.
   subroutine add_adjoints(shadow, number)
      type(c_ptr), intent(in) :: shadow
      integer, intent(in) :: number
      type(reference), allocatable :: all(:)
      real(8), allocatable :: values(:)
      integer :: k
      call last_claimed(number, all)
      do k = size(all), 1, -1
         associate (r => all(k)%to)
            if (allocated(values)) deallocate (values)
            allocate (values(reals(r%elements, r%datatype)))
            call fetch(values, r%source, r%tag, r%comm)
            call add(inside(shadow, r), r%elements, r%datatype, values)
         end associate
      end do
   end subroutine add_adjoints

   ! Removes the last group.
   subroutine drop()
      type(group), pointer :: done
      done => last
      unclaimed = unclaimed - count(done%of%claim == 0)
      last => done%before
      deallocate (done)
   end subroutine drop

   ! Stops if the variable of a buffer in the last group is unknown.
   subroutine check_claims()
      if (any(last%of%claim == 0)) then
         call refuse('a request is completed, or a persistent send starts, by a call that adc cannot connect with its &
            &buffer: see "Requests" in docs/how-to/mpi.md')
      end if
   end subroutine check_claims

   ! Notes a persistent request.
   subroutine keep_request(at, count, datatype, rank, tag, comm, request, number, is_sent)
      type(c_ptr), intent(in) :: at
      integer, intent(in) :: count, datatype, rank, tag, comm, request, number
      logical, intent(in) :: is_sent
      type(message) :: new
      new%request = request
      new%number = number
      new%datatype = datatype
      new%comm = comm
      new%source = rank
      new%tag = tag
      new%elements = count
      new%at = as_number(at)
      new%is_sent = is_sent
      if (.not. allocated(persistent)) allocate (persistent(0))
      persistent = [pack(persistent, persistent%request /= request), new]
   end subroutine keep_request

   ! The place of a persistent request; zero if it is unknown.
   pure function kept(request) result(k)
      integer, intent(in) :: request
      integer :: k
      k = 0
      if (.not. allocated(persistent)) return
      do k = size(persistent), 1, -1
         if (persistent(k)%request == request) return
      end do
   end function kept

   ! True for a persistent request of a message with reals.
   pure logical function is_persistent(request)
      integer, intent(in) :: request
      is_persistent = kept(request) > 0
   end function is_persistent

   ! Notes messages that start by persistent requests. Their sends are a group, as receives are that are completed.
   subroutine start_kept(requests, is_tangent)
      integer, intent(in) :: requests(:)
      logical, intent(in) :: is_tangent
      type(message) :: new
      integer :: i, k
      call remember(requests, is_tangent)
      do i = 1, size(requests)
         k = kept(requests(i))
         ! a message without reals, or a procedure without a derivative has made the request
         if (k == 0) call refuse('a persistent request starts that the derivative has not made: see "Requests" in &
            &docs/how-to/mpi.md')
         new = persistent(k)
         if (.not. new%is_sent) then
            if (new%source == MPI_ANY_SOURCE) call expect_one_order('a receive from MPI_ANY_SOURCE')
                  call begin(new)
            cycle
         end if
         call begin_send(requests(i))
         if (new%source == MPI_PROC_NULL) cycle
         call expect_told(new%source, new%tag, new%comm)
         last%of = [last%of, new]
      end do
      unclaimed = unclaimed + size(last%of)
   end subroutine start_kept

   ! Stops if a message goes to a rank while the buffer of a persistent send of this kind is not known yet: their
   ! derivatives would be swapped.
   subroutine expect_told(dest, tag, comm)
      integer, intent(in) :: dest, tag, comm
      type(group), pointer :: g
      type(message) :: new
      if (unclaimed == 0) return
      new%source = dest
      new%tag = tag
      new%comm = comm
      g => top()
      do while (associated(g))
         if (has_untold(g%of, new, .true.)) call refuse('a message is sent before a persistent send of the same kind is &
            &known: its procedure knows no buffer')
         g => g%filled
      end do
   end subroutine expect_told

   ! True if the variable of a message of the same kind is not known.
   pure function has_untold(of, new, is_sent) result(has)
      type(message), intent(in) :: of(:), new
      logical, intent(in) :: is_sent
      logical :: has
      integer :: k
      has = .false.
      do k = 1, size(of)
         if (of(k)%claim == 0 .and. (of(k)%is_sent .eqv. is_sent)) has = has .or. is_alike(of(k), new)
      end do
   end function has_untold

   ! Notes a message without reals that has begun: where iterations run again, calls complete known requests only.
   subroutine note_other(request)
      integer, intent(in) :: request
      if (request /= MPI_REQUEST_NULL .and. runs_again()) call begin_send(request)
   end subroutine note_other

   ! Keeps sources, tags and numbers of bytes of the messages that the last call has completed.
   subroutine keep_statuses(statuses)
      integer, intent(in) :: statuses(:, :)
      integer :: i, error
      if (allocated(ended)) deallocate (ended)
      allocate (ended(3, size(statuses, 2)))
      ended(1, :) = statuses(MPI_SOURCE, :)
      ended(2, :) = statuses(MPI_TAG, :)
      ended(3, :) = 0
      do i = 1, size(statuses, 2)
         if (ended(1, i) < 0 .or. all(statuses(:, i) == 0)) cycle
         call mpi_get_count(statuses(:, i), MPI_BYTE, ended(3, i), error)
         call expect(error, 'MPI_Get_count')
      end do
   end subroutine keep_statuses

   ! The same for one of them; zeros if there are fewer.
   function message_of(i) result(message)
      integer, intent(in) :: i
      integer :: message(3)
      message = 0
      if (.not. allocated(ended)) return
      if (i <= size(ended, 2)) message = ended(:, i)
   end function message_of

   ! A request is freed without being completed: that of a send.
   subroutine forget(request)
      integer, intent(in) :: request
      integer :: k
      if (.not. allocated(open)) allocate (open(0))
      k = found(request, spread(.false., 1, size(open)))
      if (kept(request) > 0) persistent = pack(persistent, persistent%request /= request)
      if (k == 0) return
      if (.not. open(k)%is_sent) call refuse('MPI_Request_free ends a receive of reals')
      open = [open(:k - 1), open(k + 1:)]
   end subroutine forget

   ! Stops if a receive that has begun may have taken a message that another call has received since.
   subroutine expect_in_order(comm, source, tag)
      integer, intent(in) :: comm, source, tag
      type(message) :: taken
      type(group), pointer :: g
      integer :: k
      if (.not. allocated(open)) return
      taken%comm = comm
      taken%source = source
      taken%tag = tag
      if (unclaimed > 0) then
         g => top()
         do while (associated(g))
            if (any(g%of%claim == 0 .and. g%of%is_sent)) call refuse('a message is received between the start of a &
               &persistent send and the return to the procedure that knows its buffer')
            if (has_untold(g%of, taken, .false.)) call refuse('a message is received before the buffer of another one &
               &of the same kind is known')
            g => g%filled
         end do
      end if
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
      call drop_passing()
      if (unclaimed > 0) call refuse('a message has no derivative: the procedure that completes or starts it does not &
         &know its buffer')
   end function messages_left
end module adc_requests
