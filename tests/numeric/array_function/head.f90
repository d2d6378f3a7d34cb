! Functions whose value is an array.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(2)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(2)
  interface
    function twice(a) result(r)
      real(8), intent(in) :: a(3)
      real(8) :: r(3)
    end function
  end interface
  real(8) :: t(3)
  t = twice(x)
  y(1) = sum(twice(t)*x)
  t = x + twice(t*x)
  y(2) = t(2)*t(3)
end subroutine head

function twice(a) result(r)
  implicit none
  real(8), intent(in) :: a(3)
  real(8) :: r(3)
  r = 2*a*a(3:1:-1)
end function
