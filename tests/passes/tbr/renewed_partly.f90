! The second loop records: the adjoint of the first needs the neighbour, which is new there.
! head: f(y)/(u, v)
subroutine f(n, u, v, y)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(in) :: v(n)
  real(8), intent(out) :: y
  integer :: i
  do i = 1, n
    u(i) = u(i)*v(i)*u(max(i-1, 1))
  end do
  do i = 2, n
    u(i) = u(i) - 0.5d0*u(i-1)
  end do
  y = 0
  do i = 1, n
    y = y + u(i)**2
  end do
end subroutine
