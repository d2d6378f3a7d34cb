! Measures what operations, calls and records cost: one line `name nanoseconds` each, the least of several runs.
! Each operation is applied `deep` times to each element of an array in the cache, or in memory where a name says so.
! Additions hide behind loads and stores, so there are more of them.
program costs
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: near = 1000, far = 8000000, deep = 4, deeper = 32, runs = 7
  real(real64), allocatable :: x(:), y(:)
  real(real64) :: copied, chased
  real(real64), volatile :: one = 1.0_real64
  external :: pushreal8, popreal8, pushreal8array, popreal8array, nothing_much

  allocate(x(far), y(far))
  x = 0.75_real64
  y = 0
  copied = least(copy, near)
  call tell('addition', (least(additions, near) - copied)/deeper)
  call tell('division', (least(divisions, near) - copied)/deep)
  call tell('square_root', (least(roots, near) - copied)/deep)
  call tell('exponential', (least(exponentials, near) - copied)/deep)
  call tell('sine', (least(sines, near) - copied)/deep)
  call tell('power', (least(powers, near) - copied)/deep)
  call tell('call', (least(calls, near) - copied)/deep)
  call tell('record', least(records, near))
  call tell('record_in_memory', least(records, far))
  call tell('record_of_array', least(arrays, near))
  call tell('record_of_array_in_memory', least(arrays, far))
  chased = least(copy, far)
  call tell('copy', copied)
  call tell('copy_in_memory', chased)

contains

  subroutine tell(name, nanoseconds)
    character(*), intent(in) :: name
    real(real64), intent(in) :: nanoseconds
    print '(a,1x,es12.4)', name, nanoseconds
  end subroutine

  ! Nanoseconds per element.
  real(real64) function least(work, n)
    interface
      subroutine work(n)
        integer, intent(in) :: n
      end subroutine
    end interface
    integer, intent(in) :: n
    integer(int64) :: from, to, rate
    integer :: run, repeat, repeats
    repeats = max(1, 2000000/n)
    least = huge(least)
    do run = 1, runs
      call system_clock(from, rate)
      do repeat = 1, repeats
        call work(n)
      end do
      call system_clock(to)
      least = min(least, real(to - from, real64)/rate*1.0e9_real64/(real(repeats, real64)*n))
    end do
  end function

  subroutine copy(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      y(i) = x(i)
    end do
  end subroutine

  subroutine additions(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t, c
    c = one
    do i = 1, n
      t = x(i)
      do k = 1, deeper
        t = t + c
      end do
      y(i) = t
    end do
  end subroutine

  subroutine divisions(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t, c
    c = one
    do i = 1, n
      t = x(i)
      do k = 1, deep
        t = c/t
      end do
      y(i) = t
    end do
  end subroutine

  subroutine roots(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t
    do i = 1, n
      t = x(i)
      do k = 1, deep
        t = sqrt(t)
      end do
      y(i) = t
    end do
  end subroutine

  subroutine exponentials(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t
    do i = 1, n
      t = x(i)
      do k = 1, deep
        t = exp(-t)
      end do
      y(i) = t
    end do
  end subroutine

  subroutine sines(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t
    do i = 1, n
      t = x(i)
      do k = 1, deep
        t = sin(t)
      end do
      y(i) = t
    end do
  end subroutine

  subroutine powers(n)
    integer, intent(in) :: n
    integer :: i, k
    real(real64) :: t, c
    c = 0.9_real64*one
    do i = 1, n
      t = x(i)
      do k = 1, deep
        t = t**c
      end do
      y(i) = t
    end do
  end subroutine

  subroutine calls(n)
    integer, intent(in) :: n
    integer :: i, k
    do i = 1, n
      do k = 1, deep
        call nothing_much(x(i), y(i))
      end do
    end do
  end subroutine

  ! A push and a pop of each element.
  subroutine records(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      call pushreal8(x(i))
    end do
    do i = n, 1, -1
      call popreal8(y(i))
    end do
  end subroutine

  subroutine arrays(n)
    integer, intent(in) :: n
    call pushreal8array(x, n)
    call popreal8array(y, n)
  end subroutine
end program
