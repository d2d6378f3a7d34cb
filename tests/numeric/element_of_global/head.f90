! Elements of a module array are passed to a procedure that writes other elements of it by its own name.
! head: head(y)/(x)
! arg x real8(4)
! arg y real8(4)
module st
  real(8) :: a(4)
  real(8) :: c
end module
subroutine bump(e)
  use st
  real(8), intent(inout) :: e
  a(3) = a(3)**2 + e
  e = e*a(2)*sin(e)
  c = c*c
end subroutine
subroutine head(x, y)
  use st
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y(4)
  integer :: k
  a = x
  c = x(1)
  do k = 1, 3
    call bump(a(1))
    call bump(a(k+1-k+3))
  end do
  y = a*a
  y(2) = y(2)*c
end subroutine
