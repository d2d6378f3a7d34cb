! Values that only the adjoint needs are computed in the reverse sweep, whatever they cost; those that the forward sweep needs, too, are recorded.
! head: head(f, g)/(x, y)
! arg x real8(6)
! arg y real8(6)
! arg f real8
! arg g real8
subroutine head(x, y, f, g)
  implicit none
  real(8), intent(in) :: x(6), y(6)
  real(8), intent(out) :: f, g
  real(8) :: a, b, s, t, w
  integer :: i
  a = 0.0d0
  b = 1.0d0
  f = 0.0d0
  g = 0.0d0
  do i = 1, 6
    a = a + x(i)**2
    ! of these the forward sweep reads none
    t = sin(a)
    s = sqrt(1.0d0 + x(i)*y(i)**2)
    w = exp(-s)
    f = f + t*y(i)**2
    g = g + w*x(i)*t
    ! and this one it does, in the next iteration
    t = tanh(a*y(i))
    b = b*t
    if (b > 0.5d0) then
      s = log(1.0d0 + b**2)
      g = g + s**2
    end if
  end do
end subroutine head
