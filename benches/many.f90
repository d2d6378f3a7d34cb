! Times per direction of derivatives in many directions, relative to derivatives in one.
!
! The preprocessor replaces PRIMAL by the name of the module with the head `prim`, and ONE_D, MANY_D, WIDE_D, ONE_B,
! MANY_B, WIDE_B and MANY_H by those of the modules with its derivatives; those of derivatives that do not exist are not
! defined. All directions are the same, so that the results are compared, too.
!
! Command line:   many DIRECTIONS WEIGHTS ROUNDS MILLISECONDS
! Each round times one block of calls of each derivative; the figures are medians of the rounds, by direction.
program many
  use harness, only: lcg
  use PRIMAL, only: init, nx, ny
#ifdef ONE_D
  use ONE_D, only: prim_d
#endif
#ifdef MANY_D
  use MANY_D, only: prim_dv
#endif
#ifdef WIDE_D
  use WIDE_D, only: prim_dw
#endif
#ifdef ONE_B
  use ONE_B, only: prim_b
#endif
#ifdef MANY_B
  use MANY_B, only: prim_bv
#endif
#ifdef WIDE_B
  use WIDE_B, only: prim_bw
#endif
#ifdef MANY_H
  use MANY_H, only: prim_hv
#endif
  implicit none
  integer, parameter :: kinds = 7
  character(len=2), parameter :: names(kinds) = ['d ', 'dv', 'dw', 'b ', 'bv', 'bw', 'hv']
  integer :: nd, nw, rounds, r, k, m, reps(kinds), by(kinds), i
  double precision :: block, t0, error
  double precision, allocatable :: times(:, :), x(:), xd(:), xb(:), y(:), yd(:), yb(:)
  double precision, allocatable :: xdv(:, :), ydv(:, :), xbv(:, :), ybv(:, :), xdh(:, :), xbh(:, :)
  logical :: on(kinds)

  nd = argument(1); nw = argument(2); rounds = argument(3); block = 1d-3*argument(4)
  by = [1, nd, nd, 1, nw, nw, nw]
  allocate (x(nx), xd(nx), xb(nx), y(ny), yd(ny), yb(ny), times(rounds, kinds))
  allocate (xdv(nd, nx), ydv(nd, ny), xbv(nw, nx), ybv(nw, ny), xdh(nw, nx), xbh(nw, nx))
  call init(x)
  do i = 1, nx
    xd(i) = lcg() - 0.5d0
    xdv(:, i) = xd(i)
    xdh(:, i) = xd(i)
  end do
  error = 0d0
  do k = 1, kinds
    on(k) = .true.
    call once(k)                               ! says whether it exists
    if (.not. on(k)) cycle
    select case (names(k))
    case ('dv', 'dw')
      call compare(ydv(nd, :), yd)
    case ('bv', 'bw')
      call compare(xbv(nw, :), xb)
    end select
    t0 = now()
    call once(k)
    reps(k) = max(1, nint(block/max(now() - t0, 1d-7)))
  end do
  do r = 1, rounds
    do k = 1, kinds
      if (.not. on(k)) cycle
      t0 = now()
      do m = 1, reps(k)
        call once(k)
      end do
      times(r, k) = (now() - t0)/(reps(k)*by(k))
    end do
  end do
  write (*, '(a)', advance='no') 'BENCH'
  do k = 1, kinds
    if (on(k)) write (*, '(3a,es12.5)', advance='no') ' ', trim(names(k)), '=', median(times(:, k))
  end do
  write (*, '(a,es12.5)') ' error=', error

contains

  subroutine once(k)
    integer, intent(in) :: k
    select case (names(k))
#ifdef ONE_D
    case ('d')
      call prim_d(x, xd, y, yd)
#endif
#ifdef MANY_D
    case ('dv')
      call prim_dv(x, xdv, y, ydv, nd)
#endif
#ifdef WIDE_D
    case ('dw')
      call prim_dw(x, xdv, y, ydv, nd)
#endif
#ifdef ONE_B
    case ('b')
      xb = 0d0; yb = 1d0
      call prim_b(x, xb, y, yb)
#endif
#ifdef MANY_B
    case ('bv')
      xbv = 0d0; ybv = 1d0
      call prim_bv(x, xbv, y, ybv, nw)
#endif
#ifdef WIDE_B
    case ('bw')
      xbv = 0d0; ybv = 1d0
      call prim_bw(x, xbv, y, ybv, nw)
#endif
#ifdef MANY_H
    case ('hv')
      xb = 0d0; yb = 1d0
      call prim_hv(x, xdh, xb, xbh, y, yb, nw)
#endif
    case default
      on(k) = .false.
    end select
  end subroutine once

  subroutine compare(a, b)
    double precision, intent(in) :: a(:), b(:)
    error = max(error, maxval(abs(a - b))/max(maxval(abs(b)), tiny(1d0)))
  end subroutine compare

  integer function argument(k)
    integer, intent(in) :: k
    character(len=32) :: text
    call get_command_argument(k, text)
    read (text, *) argument
  end function argument

  ! Time on the processor.
  double precision function now()
    call cpu_time(now)
  end function now

  double precision function median(a)
    double precision, intent(in) :: a(:)
    double precision :: b(size(a)), t
    integer :: i, j
    b = a
    do i = 2, size(b)
      t = b(i)
      do j = i - 1, 1, -1
        if (b(j) <= t) exit
        b(j + 1) = b(j)
      end do
      b(j + 1) = t
    end do
    median = 0.5d0*(b((size(b) + 1)/2) + b((size(b) + 2)/2))
  end function median
end program many
