! Statements behind a test that constants decide: no call runs them, and the summaries of their procedure know.
! head: head(y)/(x)
! module settings
! arg x real8(3)
! arg y real8
module settings
  implicit none
  real(8) :: weights(3) = [1.0d0, 2.0d0, 3.0d0]
  real(8), allocatable :: spare(:)
contains
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: t(3)
    t = x*weights
    call step(1, t)
    y = sum(t*weights)
    call step(2, t)
    y = y*sum(t)
    spare = x*y
    call kept(y)
    y = y*spare(3)
    deallocate (spare)
  end subroutine head

  subroutine kept(y)
    real(8), intent(inout) :: y
    integer :: debug
    debug = 0
    y = y*sin(spare(2))
    do
      if (debug < 1) exit
      spare = [1.0d0, y]
    end do
  end subroutine kept

  subroutine step(level, t)
    integer, intent(in) :: level
    real(8), intent(inout) :: t(3)
    integer :: debug
    debug = 4
    if (int(4.0d0*sin(0.1d0*debug)) < 0) then
      weights(level) = tanh(t(1))
      t(2) = weights(level)
    end if
    t(level) = t(level)*t(3)*weights(level)
  end subroutine step
end module settings
