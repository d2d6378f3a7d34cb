! Components of module variables and of a COMMON block: procedures write some of them by name, active or not.
! head: head(y)/(x)
! module m
! arg x real8(2)
! arg y real8(3)
module m
  implicit none
  type state
    sequence
    real(8) :: t, p, w(2)
  end type
  type(state) :: now, before
  type(state), private :: hidden(2)
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(2)
    real(8), intent(out) :: y(3)
    type(state) :: shared
    common /blk/ shared
    now%t = x(1)
    now%p = 2
    now%w = 1
    call remember
    call constants
    now%t = now%t*now%p*x(2)
    y(1) = now%t*before%t*now%w(2)
    now%p = x(2)
    shared%t = x(1)
    shared%p = 3
    call exchange
    y(2) = shared%p*now%t + shared%t
    now%w = now%w*x(1)
    call constants
    call exchange
    y(3) = now%t*now%p + sum(shared%w)*shared%p + hidden(2)%w(1)*hidden(1)%t
  end subroutine

  subroutine remember
    before = now
  end subroutine

  subroutine constants
    now%w = (/2.0d0, 3.0d0/)
    hidden%t = 2
  end subroutine

  subroutine exchange
    type(state) :: c
    common /blk/ c
    real(8) :: t
    t = c%t
    c%t = c%p*now%p
    c%p = t*now%w(1)
    c%w = c%w*0 + t
    hidden(2)%w(1) = hidden(2)%w(1)*0 + c%t
    hidden(1) = c
  end subroutine
end module
