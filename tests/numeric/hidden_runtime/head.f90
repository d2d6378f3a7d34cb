! Variables, arguments and procedures with the names of procedures of the runtime.
! head: head(y)/(x)
! module m
! arg x real8(3)
! arg y real8(2)
module rates
  implicit none
  real(8) :: popreal8 = 2, adc_digamma = 0.3d0
  character(3) :: pushcharacterarray = 'abc'
contains
  function pushcontrol1b(a) result(b)
    real(8), intent(in) :: a
    real(8) :: b
    b = a**2
  end function
end module
module m
  use rates
  implicit none
contains
  subroutine step(pushreal8array, adc_snapshot_begin)
    real(8), intent(inout) :: pushreal8array(:)
    integer, intent(in) :: adc_snapshot_begin
    integer :: i
    do i = 1, adc_snapshot_begin
      pushreal8array = pushreal8array*cos(pushreal8array*popreal8)
    end do
    popreal8 = popreal8 + pushreal8array(1)
  end subroutine
  subroutine head(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y(2)
    real(8) :: pushreal8, s, a(3)
    integer :: i
    logical :: popcontrol1b
    pushreal8 = x(1)
    s = x(2)
    a = x
    popreal8 = 2 + x(3)
    do i = 1, 3
      popcontrol1b = s > 1
      if (popcontrol1b) then
        s = s*sin(s)*pushreal8
      else
        s = pushcontrol1b(s) + gamma(sin(s) + 2)*adc_digamma
      end if
    end do
    !$adc binomial-ckp 2
    do i = 1, 4
      a = a*cos(s*a)
      call step(a, adc_snapshot_begin=1)
    end do
    y(1) = s*a(2)
    y(2) = sum(a)
    if (pushcharacterarray == 'abc') y(2) = y(2)*popreal8
  end subroutine
end module
