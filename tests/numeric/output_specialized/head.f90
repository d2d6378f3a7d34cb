! A procedure that prints, called with different patterns of active arguments, once below another procedure.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8
subroutine put(a, b)
  implicit none
  real(8) :: a, b
  b = a*b
  write (*, '(a, f6.2)') 'value', b
end subroutine put

subroutine below(a)
  implicit none
  real(8) :: a
  real(8) :: w
  w = 0.3d0
  call put(w, a)
  a = a*a
end subroutine below

subroutine head(x, y)
  implicit none
  real(8) :: x(3), y, t
  t = x(2)**2
  y = x(1)*t
  call put(t, y)
  y = y*y + t*x(3)
  call below(y)
end subroutine head
