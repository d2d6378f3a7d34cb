! A function of an expression that reads what its value overwrites, in a procedure that is split: the expression is not computed again before that is there again.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(3)
module m
  implicit none
contains
  function smooth(r) result(phi)
    real(8), intent(in) :: r
    real(8) :: phi
    phi = exp(-r)
  end function
  subroutine local(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(:)
    integer :: i
    do i = 1, n
      u(1) = u(1) + u(2)
      !$adc nocheckpoint
      u(2) = smooth(u(1)*u(2))
    end do
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(3)
    y = x
    call local(3, y)
  end subroutine
end module
