! Both arms set `t`. `u` is set in one of them only, and recorded there.
! head: f(y)/(x)
subroutine f(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t, u
  integer :: i
  u = x(1)
  do i = 1, n
    if (x(i) > 0) then
      t = x(i)*y(i)
      u = x(i)**2
    else
      t = y(i)
    end if
    y(i) = u*t*t
  end do
end subroutine
