! Variables of modules and hosts whose shadows have names that temporaries would have: temp, array, arg.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
module ocean
  implicit none
  real(8) :: temp, array(3), arg
contains
  subroutine heat(z, c)
    real(8), intent(inout) :: z
    real(8), intent(in) :: c
    z = z - c*z**2*temp/1.5d0
    array = array*z + sin(array)*array
  end subroutine
end module

subroutine head(x, y)
  use ocean
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  real(8) :: tempb
  temp = x(2)
  array = x
  arg = x(3)
  tempb = x(1)*arg
  y(1) = x(1)
  call heat(y(1), x(1)*arg)
  y(2) = inside(3) + sum(array) + tempb**2*arg/y(1)
contains
  function inside(n) result(temp0)
    integer, intent(in) :: n
    real(8) :: temp0
    temp0 = n*temp*tempb/(1 + temp**2) - temp*y(1)*arg/tempb
  end function
end subroutine
