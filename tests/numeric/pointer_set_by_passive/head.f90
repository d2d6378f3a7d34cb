! A procedure without a derivative that says what a module's pointer points to.
! head: head(y)/(x)
! module m
! arg x real8(4)
! arg y real8
module m
  implicit none
  real(8), target :: t1(4) = [1d0,2d0,3d0,4d0], t2(4) = [4d0,3d0,2d0,1d0]
  real(8), pointer :: q(:)
contains
  subroutine select(k)
    integer, intent(in) :: k
    if (mod(k, 2) == 0) then
      q => t1
    else
      q => t2
    end if
  end subroutine
  subroutine inner(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(inout) :: y
    integer :: k
    do k = 1, 3
      call select(k)
      y = y*x(k) + sum(q*x)*q(1)
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(4)
    real(8), intent(out) :: y
    y = 1
    call inner(x, y)
    call inner(x, y)
  end subroutine
end module
