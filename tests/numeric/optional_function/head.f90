! Functions with optional arguments: absent, by place, by keyword; with the value in a variable of another name, and as an array.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(4)
module options
  implicit none
contains
  function plain(a, b)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: b
    real(8) :: plain
    plain = a**2
    if (present(b)) plain = plain*b
  end function plain
  function named(a, b, c) result(r)
    real(8), intent(in) :: a
    real(8), intent(inout), optional :: b
    real(8), intent(in), optional :: c(3)
    real(8) :: r(3)
    r = a
    if (present(b)) then
      r = r*b
      b = b*sin(a)
    end if
    if (present(c)) r = r*c
  end function named
end module options

subroutine head(x, y)
  use options
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(4)
  real(8) :: t, v(3)
  t = plain(x(1))
  y(1) = t + plain(x(2), x(3)) + plain(b=x(2), a=x(1))
  v = named(x(1), c=x)
  y(2) = sum(v*x)
  t = x(2)
  v = named(x(3), t)
  y(3) = v(1)*t
  v = named(x(3), t, v)
  y(4) = sum(v)*t + sum(named(x(2)))
end subroutine head
