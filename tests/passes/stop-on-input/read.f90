! A READ from a file becomes an ERROR STOP with a message.
! head: f(y)/(x)
! stop-on-input
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  a = 2
  if (x < 0) then
    print *, 'negative: give a factor'
    read (*, *) a
  end if
  y = a*x
end subroutine
