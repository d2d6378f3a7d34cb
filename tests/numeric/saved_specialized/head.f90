! A procedure that calls one with a value kept between calls is itself called with a derivative and without.
! head: head(y)/(x)
! arg x real8(2)
! arg y real8
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: fixed
  fixed = 0.3d0
  y = x(1)
  call kept(0.5d0, .true.)
  call step(y, x(2))
  call step(fixed, 3.0d0)
  y = y*fixed
end subroutine head

subroutine step(v, a)
  implicit none
  real(8), intent(inout) :: v
  real(8), intent(in) :: a
  v = sin(v)*a
  call kept(0.1d0, .false.)
  v = v*v
  call kept(v, .false.)
end subroutine step

subroutine kept(v, anew)
  implicit none
  real(8), intent(in) :: v
  logical, intent(in) :: anew
  real(8), save :: total
  if (anew) total = 0
  total = total + v
  if (total > 100) stop
end subroutine kept
