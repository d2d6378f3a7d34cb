! Two heads that share blocks which they do not declare themselves. One lists a member, the other does not.
! head: warm(z)/(x, air%t)
! arg x real8(2) 0.4 1.2
! arg z real8
! common air%t real8(2) 1.5 0.7
! common air%q real8 0.9
! options --head relax(r)/(s)
subroutine warm(x, z)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: z
  real(8) :: h
  call heat(x(1), h)
  call heat(x(2)*h, z)
  z = z*h
end subroutine warm

subroutine relax(s, r)
  implicit none
  real(8), intent(in) :: s
  real(8), intent(out) :: r
  call heat(s, r)
  call heat(r*s, r)
end subroutine relax

subroutine heat(a, b)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  real(8) :: t(2), q
  common /air/ t, q
  q = q*a + t(1)
  t(2) = t(2)*cos(q)
  b = q*t(2) + a
end subroutine heat
