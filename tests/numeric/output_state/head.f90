! Output of procedures that keep values between calls, and of a recursive one.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
module steps
  implicit none
contains
  subroutine step(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(inout) :: y
    integer :: k
    do k = 1, 2
      call count_up(x(k), k == 1, y)
    end do
    y = y + power(x(1), 2)
  end subroutine step

  subroutine count_up(x, starts, y)
    real(8), intent(in) :: x
    logical, intent(in) :: starts
    real(8), intent(inout) :: y
    real(8), save :: last = 1
    integer, save :: calls = 0
    if (starts) then
      last = x
      calls = 0
    end if
    calls = calls + 1
    call tell('call', calls)
    y = y*x + last
    last = x*calls
  end subroutine count_up

  recursive function power(x, n) result(p)
    real(8), intent(in) :: x
    integer, intent(in) :: n
    real(8) :: p
    if (n > 1) call tell('power', n)
    p = 1
    if (n > 0) p = x*power(x, n - 1)
  end function power

  subroutine tell(what, k)
    character(len=*), intent(in) :: what
    integer, intent(in) :: k
    logical, parameter :: wordy = .true.
    if (wordy) then
      print *, what, k
    end if
  end subroutine tell
end module steps

subroutine head(x, y)
  use steps
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  y = 1
  call step(x, y)
  call step(x, y)
  call tell('end', 0)
end subroutine head
