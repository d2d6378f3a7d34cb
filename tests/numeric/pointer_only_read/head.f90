! Pointers through which memory is only read: `face` has no shadow, `base` has one, as `part` is written.
!
! head: head(y)/(x)
! module pointer_only_read_m
! arg x real8(6) 0.7 1.1 0.4 0.9 1.3 0.6
! arg y real8(3)
module pointer_only_read_m
  implicit none
  real(8), pointer :: face(:) => null()
contains
  subroutine choose(x, low)
    real(8), intent(in), target :: x(6)
    logical, intent(in) :: low
    if (low) then
      face => x(1:3)
    else
      face => x(4:6)
    end if
  end subroutine choose

  subroutine head(x, y)
    real(8), intent(inout), target :: x(6)
    real(8), intent(out) :: y(3)
    real(8), pointer :: base(:), part(:)
    integer :: i, k
    call choose(x, x(1) > 0.5d0)
    k = 0
    do i = 1, 3
      if (face(i) > 0.5d0) k = k + i
    end do
    nullify (part)
    base => x
    part => base(2:5)
    do i = 1, 4
      part(i) = part(i)*x(i) + k
    end do
    y(1) = sum(x)*k
    call choose(x, .false.)
    y(2) = x(2)*count(face > 1d0)
    y(3) = part(2)*part(3)
  end subroutine head
end module pointer_only_read_m
