! Input of called procedures is replaced, too; the message names the procedure.
! head: f(y)/(x)
! stop-on-input
subroutine f(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a
  call ask(a)
  y = a*x
end subroutine
subroutine ask(a)
  real(8), intent(out) :: a
  read (7, *, end=10) a
  return
10 a = 1
end subroutine
