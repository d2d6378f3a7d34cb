! The names of several generations are dropped.
! head: f(y)/(x)
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type a
    real(8) :: u(2)
  end type
  type, extends(a) :: b
  end type
  type, extends(b) :: c
    real(8) :: v
  end type
  type(c) :: r(3)
  r(2)%b%a%u(1) = x
  y = r(2)%u(1)*r(2)%b%u(1)
end subroutine
