! What the drivers share that `adc check` writes: numbers for inputs, directions and weights, and the results of a task.
!
! Each run of a driver performs one task, in a process of its own, so that the program's state is always that of its
! start. The command line of a driver is
!
!   driver TASK STEP INDEPENDENT DEPENDENT OUTPUT COLUMN COLUMNS
!
! TASK is primal, twice, tangent, adjoint, hessian or jacobian. STEP is the distance along the direction. INDEPENDENT
! and DEPENDENT are the numbers of the leaves that the direction and the weight have nonzeros for; 0 means all of them.
! A leaf is a variable, or a component, of real or complex type; a component of an array of objects has a piece in each
! object. COLUMN is the number of the direction, or weight, of a derivative for one; COLUMNS is how many a derivative
! for many has: those with the numbers 0, 1, ...
!
! OUTPUT is the file for the results: for each a name, the number of a leaf, a count, and as many numbers. `yd:2` is
! column 2 of a derivative for many directions; `yd+` continues the result before it with the next piece.
module adc_check
   use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_value, ieee_quiet_nan
   use, intrinsic :: iso_fortran_env, only: int64, real64
   implicit none
   private
   public :: adc_begin, adc_task, adc_fill, adc_is_set, adc_given, adc_set_scale, adc_step, adc_direction
   public :: adc_weight, adc_junk, adc_start_clock, adc_stop_clock, adc_put, adc_end
   public :: adc_put_report
   public :: adc_columns, adc_set_column, adc_one_column, adc_first_piece, adc_next_piece

   integer, parameter :: dp = real64, long = int64

   ! What the numbers are for.
   integer, parameter :: values = 1, directions = 2, weights = 3

   character(len=16), save :: task = ''
   character(len=4096), save :: output = ''
   real(dp), save :: distance = 0
   integer, save :: independent = 0, dependent = 0, unit = 0, calls = 0
   integer(long), save :: start = 0

   ! The column and the piece that numbers are for. Columns of a derivative for many are labelled in results.
   integer, save :: column = 0, columns = 1, only_column = 0, piece = 1
   logical, save :: labelled = .false.

   ! The scales of directions by leaf, as far as they are set. Usual steps fit to values between the two limits.
   real(dp), allocatable, save :: scales(:)
   real(dp), parameter :: smallest_usual = 1.0e-3_dp, largest_usual = 1.0e3_dp

   ! Reports of adc_trace so far, and their largest number.
   integer, save :: reports = 0
   integer, parameter :: most_reports = 1000000

contains

   ! Reads the command line, and opens the output.
   subroutine adc_begin()
      character(len=64) :: word
      call get_command_argument(1, task)
      call get_command_argument(2, word)
      read (word, *) distance
      call get_command_argument(3, word)
      read (word, *) independent
      call get_command_argument(4, word)
      read (word, *) dependent
      call get_command_argument(5, output)
      call get_command_argument(6, word)
      read (word, *) only_column
      call get_command_argument(7, word)
      read (word, *) columns
      column = only_column
      open (newunit=unit, file=trim(output), access='stream', form='unformatted', status='replace', action='write')
   end subroutine adc_begin

   function adc_task() result(name)
      character(len=16) :: name
      name = task
   end function adc_task

   ! The number of directions, or weights, of a derivative for many.
   function adc_columns() result(n)
      integer :: n
      n = columns
   end function adc_columns

   ! What follows is for one of many directions, from 1 on.
   subroutine adc_set_column(k)
      integer, intent(in) :: k
      column = k - 1
      labelled = .true.
   end subroutine adc_set_column

   ! What follows is for the direction of the command line.
   subroutine adc_one_column()
      column = only_column
      labelled = .false.
   end subroutine adc_one_column

   ! What follows is for the first object of an array of objects, or for a variable of another kind.
   subroutine adc_first_piece()
      piece = 1
   end subroutine adc_first_piece

   ! What follows is for the next object.
   subroutine adc_next_piece()
      piece = piece + 1
   end subroutine adc_next_piece

   ! The value of inputs that nobody gives: numbers between two limits.
   function adc_fill(leaf, part, n, low, high) result(x)
      integer, intent(in) :: leaf, part, n
      real(dp), intent(in) :: low, high
      real(dp) :: x(n)
      x = low + (high - low)*uniform(values, leaf, part, n)
   end function adc_fill

   ! True for values that a program initializes variables with: not all are zero, and none is NaN.
   function adc_is_set(x) result(is_set)
      complex(dp), intent(in) :: x(:)
      logical :: is_set
      is_set = any(abs(x) > 0) .and. .not. any(ieee_is_nan(abs(x)))
   end function adc_is_set

   ! The values of a large input that is given: they are in a file beside the output.
   function adc_given(leaf, part, n) result(x)
      integer, intent(in) :: leaf, part, n
      real(dp) :: x(n)
      character(len=40) :: name
      integer :: file
      real(dp) :: skipped(n*(piece - 1))
      write (name, '(a,i0,a,i0)') 'adc_given_', leaf, '_', part
      open (newunit=file, file=output(:index(output, '/', back=.true.))//trim(name), access='stream', &
         form='unformatted', status='old', action='read')
      read (file) skipped, x
      close (file)
   end function adc_given

   ! Makes the direction of a leaf proportional to its values where these are very small or large: a power of two, so
   ! that directions stay exact.
   subroutine adc_set_scale(leaf, x)
      integer, intent(in) :: leaf
      complex(dp), intent(in) :: x(:)
      real(dp), allocatable :: more(:)
      real(dp) :: largest
      integer :: known
      known = 0
      if (allocated(scales)) known = size(scales)
      if (leaf > known) then
         allocate (more(leaf))
         more = 1
         if (known > 0) more(:known) = scales
         call move_alloc(more, scales)
      end if
      largest = maxval(abs(x))
      scales(leaf) = 1
      if (largest > huge(largest) .or. .not. largest > 0) return
      if (largest < smallest_usual .or. largest > largest_usual) scales(leaf) = scale(1.0_dp, exponent(largest))
   end subroutine adc_set_scale

   ! The displacement of an independent.
   function adc_step(leaf, part, n) result(x)
      integer, intent(in) :: leaf, part, n
      real(dp) :: x(n)
      x = distance*adc_direction(leaf, part, n)
   end function adc_step

   function adc_direction(leaf, part, n) result(x)
      integer, intent(in) :: leaf, part, n
      real(dp) :: x(n)
      x = 0
      if (independent == 0 .or. independent == leaf) x = signed(directions, leaf, part, n)
      if (allocated(scales)) then
         if (leaf <= size(scales)) x = scales(leaf)*x
      end if
   end function adc_direction

   function adc_weight(leaf, part, n) result(x)
      integer, intent(in) :: leaf, part, n
      real(dp) :: x(n)
      x = 0
      if (dependent == 0 .or. dependent == leaf) x = signed(weights, leaf, part, n)
   end function adc_weight

   ! Garbage for shadows that are set by derivatives: a number before the first call, NaN before the second.
   function adc_junk() result(x)
      real(dp) :: x
      x = 777
      if (calls > 0) x = ieee_value(x, ieee_quiet_nan)
   end function adc_junk

   subroutine adc_start_clock()
      call system_clock(start)
   end subroutine adc_start_clock

   ! Ends a call: puts its time in seconds.
   subroutine adc_stop_clock()
      integer(long) :: now, rate
      call system_clock(now, rate)
      call adc_put('seconds', 0, [real(now - start, dp)/real(rate, dp)])
      calls = calls + 1
   end subroutine adc_stop_clock

   ! Writes a result, so that it is on disk if the program stops later.
   subroutine adc_put(name, leaf, x)
      character(len=*), intent(in) :: name
      integer, intent(in) :: leaf
      real(dp), intent(in) :: x(:)
      character(len=16) :: padded
      padded = name
      if (labelled) write (padded, '(a,a,i0)') name, ':', column
      if (piece > 1) padded = trim(padded)//'+'
      write (unit) padded, int(leaf, long), size(x, kind=long), x
      flush (unit)
   end subroutine adc_put

   ! Writes a report of a traced program. It is on disk even if the next statement stops the program.
   subroutine adc_put_report(point, value)
      integer, intent(in) :: point
      real(dp), intent(in) :: value
      character(len=16), parameter :: name = 'trace'
      if (reports == most_reports) return
      reports = reports + 1
      write (unit) name, int(point, long), 1_long, value
      flush (unit)
   end subroutine adc_put_report

   ! The last result: without it, the program has stopped before its end.
   subroutine adc_end()
      call adc_put('end', 0, [0.0_dp])
      close (unit)
   end subroutine adc_end

   ! Numbers of either sign with magnitudes between 0.25 and 1, with few binary digits: exact in single precision.
   function signed(purpose, leaf, part, n) result(x)
      integer, intent(in) :: purpose, leaf, part, n
      real(dp) :: x(n), u(n)
      u = uniform(purpose, leaf, part, n)
      x = 0.25_dp + 0.75_dp*aint(2048*abs(2*u - 1))/2048
      where (u < 0.5_dp) x = -x
   end function signed

   ! Numbers between 0 and 1 that depend on the arguments, the piece and the column alone: Park and Miller's minimal
   ! standard generator. Columns have directions of their own, and weights in the adjoint.
   function uniform(purpose, leaf, part, n) result(x)
      integer, intent(in) :: purpose, leaf, part, n
      real(dp) :: x(n)
      integer(long), parameter :: modulus = 2147483647_long, factor = 16807_long
      integer(long) :: state
      integer :: i
      state = 7919_long*leaf + 104729_long*part + 15485863_long*purpose + 611953_long*(piece - 1)
      if (purpose == directions .or. purpose == weights .and. task == 'adjoint') state = state + 1299709_long*column
      state = 1 + mod(state, modulus - 1)
      do i = 1, 8
         state = mod(factor*state, modulus)
      end do
      do i = 1, n
         state = mod(factor*state, modulus)
         x(i) = real(state, dp)/real(modulus, dp)
      end do
   end function uniform
end module adc_check

! Reports a value: generated programs call it without an interface.
subroutine adc_trace(point, value)
   use, intrinsic :: iso_fortran_env, only: real64
   use adc_check, only: adc_put_report
   implicit none
   integer, intent(in) :: point
   real(real64), intent(in) :: value
   call adc_put_report(point, value)
end subroutine adc_trace
