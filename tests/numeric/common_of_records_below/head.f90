! A COMMON block of records that the head does not declare: the type is that of a module.
! head: head(y)/(x)
! arg x real8 0.7
! arg y real8
module m
  implicit none
  type state
    sequence
    real(8) :: t, p
  end type
contains
  subroutine inner(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(state) :: shared
    common /blk/ shared
    shared%t = x
    call exchange
    y = shared%p*x
  end subroutine
  subroutine exchange
    type(state) :: c
    common /blk/ c
    c%p = sin(c%t)*c%t
  end subroutine
end module
subroutine head(x, y)
  use m, only: inner
  implicit none
  real(8) :: x, y
  call inner(x, y)
end subroutine
