! Pointers that change what they point to.
! head: head(y)/(x)
! arg x real8(3)
! arg y real8(3)
subroutine head(x, y)
  implicit none
  real(8), intent(in) :: x(3)
  real(8), intent(out) :: y(3)
  real(8), target :: a(3), b(3), c
  real(8), pointer :: p(:), q, r(:)
  a = x
  b = 2*x
  c = x(1)
  p => a
  r => p
  p = p*x(1)
  q => a(2)
  if (x(2) > 0.3d0) then
    nullify(p)
    p => b
    q => c
  end if
  p = p*p + r
  q = q*x(3) + p(1)
  r => b(1:2)
  r = r*q
  if (associated(q)) q = q*2
  y(1) = sum(a) + sum(b)
  y(2) = q*c
  y(3) = sum(p*r(1))
  q => null()
end subroutine head
