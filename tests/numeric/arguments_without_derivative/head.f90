! Procedures that overwrite active variables through dummy arguments without a derivative: where the procedure has a derivative for the sake of others, and where it has none.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(4)
subroutine mixed(a, b, c)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b, c
  b = a**2
  c = 0.1d0
end subroutine mixed

function counted(a)
  implicit none
  real(8), intent(out) :: a
  real(8) :: counted
  a = 0.5d0
  counted = 2.0d0
end function counted

subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  real(8), external :: counted
  real(8) :: t, u, v, w(1)
  u = x(1)
  v = u*x(2)
  call mixed(x(3), w(1), u)
  y(1) = u + v + w(1)
  t = x(3)
  y(2) = t*x(1)
  u = counted(t)
  y(2) = y(2) + u*t
  y(3) = x(2)*x(4)
  y(4) = x(1)
end subroutine head
