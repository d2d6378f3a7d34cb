! The head does not declare the block of an independent. Its callees do.
! head: outer(z)/(x, c%v)
! arg x real8 0.5
! arg z real8
! common c%v real8 2.0
! common c%w real8 0.3
subroutine outer(x, z)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: z
  real(8) :: y
  call below(x, y)
  call inner(x, z)
  z = z*x*y
end subroutine outer

subroutine below(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: v, w
  common /c/ v, w
  w = v*x
  y = w**2
end subroutine below

subroutine inner(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: v, w
  common /c/ v, w
  y = v*x**2 + sin(v*w)
end subroutine inner
