! A split call of a procedure that has no pointers, but calls one whose pointers point at its arguments.
! head: head(y)/(x)
! module m
! arg x real8(4) 0.5 0.9 1.2 0.7
! arg y real8
module m
  implicit none
contains
  subroutine read_by_pointer(a, y)
    real(8), target, intent(in) :: a(:)
    real(8), intent(inout) :: y
    real(8), pointer :: p(:)
    p => a(2:)
    y = y + sum(p*p)*a(1)
  end subroutine
  subroutine middle(a, y)
    real(8), target, intent(inout) :: a(:)
    real(8), intent(inout) :: y
    !$adc nocheckpoint
    call read_by_pointer(a, y)
    a(2:4) = a(2:4)*a(1:3)
    !$adc nocheckpoint
    call read_by_pointer(a, y)
    a(3:4) = sin(a(3:4))
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    real(8) :: a(4)
    integer :: k
    a = x
    y = 0
    do k = 1, 2
      !$adc nocheckpoint
      call middle(a, y)
      y = 0.1d0*y*y
    end do
  end subroutine
end module
