! Pointers that may point to nothing where a call is recorded that would write through them: a module variable that the callee asks for, one of the host that an internal
! procedure could see, a dummy argument that is passed on. The internal procedure also writes other elements of the array of which it is given one.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(4)
module coupling
  implicit none
  real(8), pointer :: window(:) => null()
contains
  subroutine relax(t, level)
    real(8), intent(inout) :: t(:)
    real(8), pointer :: level
    if (associated(window)) window = window*window + 0.1d0*t(1)
    if (associated(level)) level = level*sin(level)
    t = t*t(2)
  end subroutine relax
end module coupling

subroutine head(x, y)
  use coupling
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), target :: field(4), own(4, 4)
  real(8), pointer :: column(:), level
  integer :: k
  field = x
  own = 0.5d0
  own(3, 1) = x(2)
  nullify (column, level, window)
  call turn(own(4, 1))
  column => own(:, 1)
  do k = 1, 2
    call relax(column, level)
    call turn(own(2, 2))
    level => field(1 + k)
  end do
  window => field
  call relax(own(:, 2), level)
  y = own(:, 1)*own(:, 2) + field
  nullify (window)
contains
  subroutine turn(a)
    real(8), intent(inout) :: a
    own(3, 1) = 0.5d0*own(3, 1)**2
    own(3, 2) = own(3, 1)*field(2)
    a = a*own(3, 1)
  end subroutine turn
end subroutine head
